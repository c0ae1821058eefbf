"""The page: a recorded game in the browser, for people who would rather look than read.

Start at `app.py`, which lists the addresses. `game.py` is a game that has been opened and can be asked for any
moment; `board.py`, `derivation.py` and `chain.py` say what is seen of it; `what_if.py` finds the legal next
events; `export.py` writes a game as one file. Nothing here decides a rule: `projections` and
`simulator.legality` do.
"""
