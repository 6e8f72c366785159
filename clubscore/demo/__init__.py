"""
Demo clubs: one to look at, or an installation with hundreds.

Parties are played once, in memory, by the rules engine, and written down again and
again with other players, days and clubs: every stored game is a true one, and an audit
finds nothing. `blueprints` plays, `names` names, `writer` writes in bulk, `schedule`
says who plays where and when.
"""
