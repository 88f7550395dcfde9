import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const PATCH = `diff --git a/src/list.js b/src/list.js
--- a/src/list.js
+++ b/src/list.js
@@ -2,3 +2,3 @@
 function list(folder) {
-  exec("ls " + folder);
+  execFile("ls", [folder]);
 }
`;

test("every line knows its number in both versions", () => {
  expect(diffLines(PATCH)).toEqual([
    {
      path: "src/list.js",
      hunks: [
        {
          heading: "@@ −2,3 +2,3 @@",
          lines: [
            { kind: "same", text: "function list(folder) {", oldLine: 2, newLine: 2 },
            { kind: "removed", text: '  exec("ls " + folder);', oldLine: 3, newLine: undefined },
            { kind: "added", text: '  execFile("ls", [folder]);', oldLine: undefined, newLine: 3 },
            { kind: "same", text: "}", oldLine: 4, newLine: 4 },
          ],
        },
      ],
    },
  ]);
});

test("what is no diff is not shown as one", () => {
  expect(diffLines("")).toBeUndefined();
  expect(diffLines("just words")).toBeUndefined();
  expect(diffLines("@@ broken")).toBeUndefined();
});
