"""Plotly figures, made on the server and drawn by one module of the site.

A figure here has no colours, no fonts and no sizes of its own: those are the template's
(``template.py``), of which the page carries one for paper and one for ink.
"""
