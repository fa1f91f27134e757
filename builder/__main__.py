"""`python -m builder`: the same as the command `exampress`."""

import sys

from builder.cli import main

if __name__ == "__main__":
    sys.exit(main())
