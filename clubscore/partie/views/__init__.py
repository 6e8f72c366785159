"""
Pages of the table, a module for each thing that people do there.

`starting` sits four players down, `score_sheet` shows their partie, `recording` takes
a game, `games` explains one and takes it back, `ending` ends a partie or makes it
void. `seeing` is what all of them know of a partie and its reader.
"""
