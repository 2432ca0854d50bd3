"""Jobs: the worker, the archivist, the doctor, backups and the demonstration games."""
