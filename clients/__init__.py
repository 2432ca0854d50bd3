"""Programs for those who do not run Stele. Each is one file that shares no code with the rooms."""
