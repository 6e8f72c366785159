"""
A game at a table: its seats, scores by player, and texts.

The contract's records name seats; at a table everybody is a player. Here a half-entered
game is counted and explained, alike on the server and in a phone, in its reader's
language.

`table_seats` has the terms, the seats and a game by its players; `progress` how far a
partie is, `shown_seats` the seats by a screen, `scores` games of which no hands are
known, `counted_game` a game's result, `half_entered` that of a half-entered one,
`game_text` what is wrong with it in words, `explained_game` every item of it, `preview`
all of that as data, and `queued_games` the games that wait on a phone.
"""
