"""Writes native units as the Posts.xml of a Stack Exchange dump."""

import gzip
import html
import json
import os
import sys
from xml.sax.saxutils import quoteattr


def main(units, folder):
    os.makedirs(folder)
    with gzip.open(units, "rt", encoding="utf-8") as lines, open(f"{folder}/Posts.xml", "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="utf-8"?>\n<posts>\n')
        for line in lines:
            unit = json.loads(line)
            is_question = unit["kind"] == "question"
            paragraphs = unit["body"].split("\n\n")
            row = {
                "Id": unit["id"],
                "PostTypeId": "1" if is_question else "2",
                "Body": "".join(f"<p>{html.escape(text, quote=False)}</p>\n" for text in paragraphs),
            }
            if is_question:
                row["Title"] = unit.get("title", "")
                row["Tags"] = "".join(f"<{tag}>" for tag in unit.get("tags", []))
            elif unit.get("parent"):
                row["ParentId"] = unit["parent"]
            out.write("  <row " + " ".join(f"{name}={quoteattr(str(value))}" for name, value in row.items()) + " />\n")
        out.write("</posts>\n")


main(sys.argv[1], sys.argv[2])
