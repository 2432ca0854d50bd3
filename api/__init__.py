"""HTTP API and command line. Flask and marshmallow are used here and nowhere else.

`resources` contains the calls, one module for each resource, and `schemas` the bodies of requests and responses. `http`
contains what all requests share: `blueprint` describes each call in the OpenAPI document, `problem_kinds` and
`problems` are the refusals, `auth` identifies the caller and their view.
"""
