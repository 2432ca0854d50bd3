"""Benchmarks, each with a reference from the same run: `python -m bench`. Only the ratios are comparable."""
