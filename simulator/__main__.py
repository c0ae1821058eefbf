"""`python -m simulator` is the command `nametrail`."""

from __future__ import annotations

from simulator.cli import main

if __name__ == "__main__":
    main()
