"""
Many clubs to look at: an installation as large as a host of clubs would have.

Parties are played once, in memory, by the rules engine, and written down again and
again with other players, days and clubs: every stored game is a true one, and an audit
finds nothing. `blueprints` plays, `names` names, `writing` writes in bulk, `filling`
says who plays where and when.
"""
