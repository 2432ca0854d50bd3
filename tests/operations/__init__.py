"""The processes, the metrics and the log."""
