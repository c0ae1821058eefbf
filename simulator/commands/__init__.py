"""The commands, one module each; `simulator.cli` lists them and imports the one that is asked for.

A command returns its exit status: nothing for 0, 1 for what does not hold. It raises `NametrailError` for what
is wrong with its input. What several of them share is in `options` (the options they have in common),
`records` (opening what RECORD names) and `output` (text for people, JSON for programs).
"""
