import { expect, test } from "vitest";
import { auditedDiff } from "./audited-diff.ts";
import type { Material } from "./material.ts";

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const material = (counted: Material["counted"]): Material => ({
  texts: [
    {
      path: "src/a.js",
      text: `${lines.join("\n")}\n`,
      original: `${lines.join("\n")}\n`,
      isFixable: true,
    } as never,
  ],
  counted,
  notes: [],
  isCut: false,
});

test("changed lines are added, their neighbours and those of findings are context", () => {
  const diff = auditedDiff(material(new Map([["src/a.js", new Set([5])]])), [
    { path: "src/a.js", line: 29 },
  ]);
  expect(diff).toBe(
    [
      "--- a/src/a.js",
      "+++ b/src/a.js",
      "@@ -2,6 +2,7 @@",
      " line 2",
      " line 3",
      " line 4",
      "+line 5",
      " line 6",
      " line 7",
      " line 8",
      "@@ -26,5 +26,5 @@",
      " line 26",
      " line 27",
      " line 28",
      " line 29",
      " line 30",
      "",
    ].join("\n"),
  );
});

test("a text that is in no file is new", () => {
  const texts = [{ path: "thought/block-1.ts", text: "a == b;\n", original: undefined } as never];
  expect(auditedDiff({ texts, counted: new Map(), notes: [], isCut: false }, [])).toBe(
    "--- a/thought/block-1.ts\n+++ b/thought/block-1.ts\n@@ -1,0 +1,1 @@\n+a == b;\n",
  );
});

test("without changes and findings there is nothing to show", () => {
  expect(auditedDiff(material(new Map()), [])).toBe("");
});
