"""Names for the clubs and players of a demo, the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

TOWNS = (
    *("Aalsmeer", "Alkmaar", "Almere", "Amersfoort", "Amsterdam", "Apeldoorn"),
    *("Arnhem", "Assen", "Breda", "Delft", "Deventer", "Dordrecht", "Eindhoven"),
    *("Emmen", "Enschede", "Gouda", "Groningen", "Haarlem", "Heerlen", "Hilversum"),
    *("Hoorn", "Leeuwarden", "Leiden", "Lelystad", "Maastricht", "Middelburg"),
    *("Nijmegen", "Oss", "Roermond", "Rotterdam", "Sneek", "Tilburg", "Utrecht"),
    *("Venlo", "Vlissingen", "Weert", "Zaandam", "Zeist", "Zutphen", "Zwolle"),
)
STAEDTE = (
    *("Aachen", "Augsburg", "Bamberg", "Berlin", "Bielefeld", "Bochum", "Bonn"),
    *("Bremen", "Celle", "Darmstadt", "Dortmund", "Dresden", "Erfurt", "Essen"),
    *("Flensburg", "Freiburg", "Fulda", "Gießen", "Göttingen", "Graz", "Hamburg"),
    *("Hannover", "Heidelberg", "Jena", "Karlsruhe", "Kassel", "Kiel", "Köln"),
    *("Konstanz", "Leipzig", "Linz", "Lübeck", "Mainz", "Marburg", "München"),
    *("Münster", "Nürnberg", "Oldenburg", "Regensburg", "Rostock", "Salzburg"),
    *("Trier", "Tübingen", "Ulm", "Wien", "Würzburg", "Zürich"),
)
CLUBS = (
    *("Mahjongclub {}", "De Vier Winden {}", "De Groene Draak {}"),
    *("Bamboe en Cirkel {}", "De Muur {}"),
)
VEREINE = (
    *("Mahjongfreunde {}", "Vier Winde {}", "Roter Drache {}"),
    *("Bambus und Kreis {}", "Die Mauer {}"),
)
PLAYERS = (
    *("Agnes", "Albert", "Alice", "Andreas", "Anja", "Anneke", "Arend", "Astrid"),
    *("Bart", "Beate", "Bernd", "Bram", "Britta", "Carla", "Chantal", "Christel"),
    *("Claudia", "Coen", "Corrie", "Daan", "Diana", "Dieter", "Dirk", "Doris"),
    *("Eefje", "Elif", "Elke", "Els", "Erik", "Erwin", "Esther", "Eva"),
    *("Ferdinand", "Floor", "Frank", "Frauke", "Friedrich", "Fritz", "Geert"),
    *("Gerda", "Gijs", "Greet", "Gudrun", "Günter", "Hanneke", "Hans", "Heike"),
    *("Heinz", "Helga", "Henk", "Hilde", "Ilse", "Ineke", "Ingrid", "Iris", "Jaap"),
    *("Jan", "Janneke", "Jeroen", "Joke", "Jörg", "Jürgen", "Kai", "Karin", "Kees"),
    *("Klaus", "Koen", "Lars", "Leonie", "Liesbeth", "Linda", "Lotte", "Lukas"),
    *("Maaike", "Manfred", "Margriet", "Marijke", "Martin", "Mehmet", "Mei", "Mia"),
    *("Moritz", "Nel", "Nina", "Noor", "Olaf", "Otto", "Paula", "Peter", "Petra"),
    *("Pieter", "Rainer", "Renate", "Rob", "Roos", "Sabine", "Sander", "Saskia"),
    *("Silke", "Sjoerd", "Stefan", "Susanne", "Theo", "Thomas", "Tineke", "Tom"),
    *("Truus", "Udo", "Ursula", "Uwe", "Vera", "Volker", "Wei", "Wiebke", "Willem"),
    *("Wim", "Wouter", "Xenia", "Yasmin", "Yvonne", "Zeynep"),
)


def club_names(rng: Random, many: int) -> list[str]:
    """Return so many names of clubs; where too few are known, with numbers."""
    known = [form.format(town) for form in CLUBS for town in TOWNS]
    known += [form.format(town) for form in VEREINE for town in STAEDTE]
    rng.shuffle(known)
    rounds = -(-many // len(known))
    names = [
        f"{name} {number}" if number > 1 else name
        for number in range(1, rounds + 1)
        for name in known
    ]
    return names[:many]


def player_names(rng: Random, many: int) -> Sequence[str]:
    """Return the names of a club's players; *many* are at most all there are."""
    return sorted(rng.sample(PLAYERS, many))
