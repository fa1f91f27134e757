"""The command `exampress`, and `python -m builder`."""

import gc
import sys

from builder import unchanged


def main() -> int:
    """Run the command that was given, or say at once that nothing has changed since."""
    gc.set_threshold(50_000, 20, 20)  # many values are made at first, and few are dropped
    try:
        if unchanged.answer(sys.argv[1:]):
            return 0
    except KeyboardInterrupt:
        return 130
    from builder import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
