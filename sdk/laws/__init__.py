"""Laws that hold for every title, checked over random playouts with no per-title code, and helpers for tests of rules.

`sdk.laws.suite` has the tests, for a title of this repository and for one that another package brings.
"""
