"""
Check the chains in a club's file, and print the head that its leaderboard shows.

    python3 check_club.py club.json
    python3 check_club.py club.json.gz --before 2026-11-22T00:00+01:00

It needs Python and nothing of Clubscore: docs/proof.md is all that it follows.
"""

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

START = (
    *("number", "date", "table", "ruleset", "edition", "options"),
    *("start_chips", "uses_chips", "substitutes"),
)
SAME = (
    *("entry", "number", "result", "is_withdrawn", "edition", "by"),
    *("author", "reason"),
)


def hash_of(content: Any) -> str:
    """Return the SHA-256 of JSON: keys sorted, no spaces, ASCII alone."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def moment(text: str) -> str:
    """Return a time in UTC with six digits of a second."""
    time = datetime.fromisoformat(text).astimezone(UTC)
    return time.isoformat(timespec="microseconds")


def with_uids(said: dict[str, Any], uid: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what was said, with uids for the ids of its players."""
    told = dict(said)
    for field in ("hands", "scores", "totals"):
        if field in said:
            told[field] = {uid(player): value for player, value in said[field].items()}
    for field in ("east", "out", "in", "from", "to"):
        if field in said:
            told[field] = uid(said[field])
    if "players" in said:
        told["players"] = [uid(player) for player in said["players"]]
    if "outcome" in said:
        outcome = told["outcome"] = dict(said["outcome"])
        for field in ("winner", "from", "offender"):
            if isinstance(outcome.get(field), list):
                outcome[field] = [uid(player) for player in outcome[field]]
            elif field in outcome:
                outcome[field] = uid(outcome[field])
        if outcome.get("excluded"):
            outcome["excluded"] = [uid(player) for player in outcome["excluded"]]
        if outcome.get("pao"):
            pao = outcome["pao"]
            outcome["pao"] = {**pao, "player": uid(pao["player"])}
    return told


def hashes_of(
    partie: dict[str, Any], seasons: dict[int, str], uids: dict[str, str]
) -> list[tuple[str, str]]:
    """Return the times and hashes of a partie's chain, how it began first."""
    start = {field: partie[field] for field in START}
    start |= {"chain": 1, "season": seasons[partie["season"]]}
    start["made_at"] = moment(partie["made_at"])
    start["seats"] = [uids[str(player)] for player in partie["seats"]]
    found = [(start["made_at"], hash_of(start))]
    entries = {entry["place"]: entry for entry in partie["entries"]}
    for revision in partie["revisions"]:
        entry = entries[revision["entry"]]
        content = {field: revision[field] for field in SAME}
        content["before"] = found[-1][1]
        content |= {"put_before": entry["before"], "kind": entry["kind"]}
        content["said"] = with_uids(revision["said"], lambda key: uids.get(key, key))
        content["made_at"] = moment(revision["made_at"])
        found.append((content["made_at"], hash_of(content)))
    return found


def main() -> int:
    """Check the file that is named; return 1 if a chain does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=argparse.FileType("rb"))
    parser.add_argument("--before", type=moment, help="a time with its zone")
    asked = parser.parse_args()
    with asked.file as file:
        content = file.read()
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    club = json.loads(content)
    uids = {str(player["id"]): player["uid"] for player in club["players"]}
    seasons = {season["id"]: season["slug"] for season in club["seasons"]}
    heads, broken = [], 0
    for partie in sorted(club["parties"], key=lambda one: one["number"]):
        found = hashes_of(partie, seasons, uids)
        number = partie["number"]
        if partie["head"] is None:
            print(f"partie {number}: the file leaves its head out")
            broken += 1
        elif partie["head"] != found[-1][1]:
            print(f"partie {number}: the chain does not hold")
            broken += 1
        then = found
        if asked.before:
            late = [place for place, one in enumerate(found) if one[0] >= asked.before]
            then = found[: late[0]] if late else found
        if then:
            heads.append([number, then[-1][1]])
    if any(partie["head"] is None for partie in club["parties"]):
        print("head unknown: initials stand for a name that was hashed")
    else:
        print(f"head {hash_of({'chain': 1, 'parties': heads}) if heads else 'none'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
