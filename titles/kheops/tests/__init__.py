"""Tests of the rules of Kheops: every rule and ruling of its RULES.md is promised by one of them."""
