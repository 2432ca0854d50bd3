"""Command line: `stele …`, in a checkout `bin/stele …`."""
