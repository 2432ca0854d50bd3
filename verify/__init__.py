"""Verification of records that needs no rules of a title, with the standard library of Python 3.9 alone.

`audit` adds what only the rules can tell. `one_file` joins the modules into the single file that people download.
"""
