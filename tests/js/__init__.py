"""Tests of the pages' pure modules, run by Node: `node --test "tests/js/*.test.js"`, with `.venv/bin` on the PATH."""
