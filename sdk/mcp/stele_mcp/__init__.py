"""MCP server: Stele for assistants, using only the Python client."""

__version__ = "0.1.0"
