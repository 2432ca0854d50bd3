"""Running Stele: its processes are kept running, its numbers and its log are kept.

Every room may use this one; it knows none of them.
"""
