"""Measurements, each beside a reference in the same run: `python -m bench`. Ratios count, seconds are a machine's."""
