"""Other generators that do a part of our job, and how long each takes: `python -m tests.peers`."""
