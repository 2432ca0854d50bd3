"""The version of Stele, by Semantic Versioning. `docs/guides/upgrading.md` explains its guarantees."""

VERSION = "1.0.0"
