"""Stele for assistants: a server of the Model Context Protocol. It uses the client for Python, and nothing else."""

__version__ = "0.1.0"
