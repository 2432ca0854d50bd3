"""MCP server, Stele for assistants: it uses the client for Python, and nothing else."""

__version__ = "0.1.0"
