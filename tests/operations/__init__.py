"""The processes, the numbers and the log."""
