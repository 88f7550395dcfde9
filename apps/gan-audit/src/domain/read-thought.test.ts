import { describe, expect, test } from "vitest";
import { readThought } from "./read-thought.ts";

const fenced = (info: string, body: string) => `Look:\n\n\`\`\`${info}\n${body}\n\`\`\`\n`;

describe("readThought", () => {
  test.each([
    ["a plain sentence", "We should go for lunch while we class the options."],
    ["a list with dashes", "Options:\n- one\n- two\n+ three"],
    ["a list with numbers", "1. First\n2. Second"],
    ["C++ and arithmetic", "C++ is fast, and 2 - 1 = 1, of course; x+y too."],
    ["a horizontal rule", "Above\n---\nBelow\n+++\nEnd"],
    ["keywords in prose", "Let us import the function, return the class and await if needed."],
    ["inline code", "Use `const` instead of `var`, and never `eval`."],
    ["an empty thought", ""],
    ["a fenced text", fenced("text", "const x = 1;\nreturn x;")],
    ["a question", "What if (maybe) we try? For example: the else-branch."],
    ["a sum", "Total = 5 == five?"],
    ["definitions", "Take n := 5.\nThen m := n + 2."],
    ["a list in a list", "- Plans\n  - go on\n  + stop\n  return to the first"],
  ])("takes %s as prose", (_, thought) => {
    expect(readThought(thought)).toBeUndefined();
  });

  test("reads a block with its language and keeps its lines", () => {
    expect(readThought(fenced("ts", "const a = 1;\n\nexport { a };"))).toEqual({
      config: undefined,
      diffs: [],
      notes: [],
      isCut: false,
      excerpts: [
        {
          path: "thought/block-1.ts",
          text: "const a = 1;\n\nexport { a };\n",
          language: "typescript",
          wholeness: "excerpt",
        },
      ],
    });
  });

  test("guesses the language of a block that names none", () => {
    const [excerpt] = readThought(fenced("", "def add(a, b):\n    return a + b"))?.excerpts ?? [];
    expect(excerpt).toMatchObject({ path: "thought/block-1.py", language: "python" });
  });

  test("takes the first of several gan-config blocks, and no block as code", () => {
    const thought = `${fenced("gan-config", '{"threshold": 1}')}${fenced("gan-config", '{"threshold": 2}')}`;
    expect(readThought(thought)).toEqual({
      config: '{"threshold": 1}\n',
      excerpts: [],
      diffs: [],
      notes: [],
      isCut: false,
    });
  });

  test.each([
    ["in a diff fence", (diff: string) => fenced("diff", diff)],
    ["in the open", (diff: string) => `Here is my patch.\n\n${diff}\n\nWhat do you think?`],
  ])("reads a diff %s", (_, wrap) => {
    const diff = "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c";
    expect(readThought(wrap(diff))?.diffs).toEqual([
      {
        oldPath: "x.ts",
        newPath: "x.ts",
        isBinary: false,
        hunks: [
          {
            oldStart: 1,
            newStart: 1,
            endsBare: false,
            lines: [
              { kind: "context", text: "a" },
              { kind: "removed", text: "b" },
              { kind: "added", text: "c" },
            ],
          },
        ],
      },
    ]);
  });

  test("reads a diff fence without any header", () => {
    const [diff] = readThought(fenced("diff", "-const a = eval(x);\n+const a = x;"))?.diffs ?? [];
    expect(diff?.hunks[0]?.lines).toHaveLength(2);
  });

  test("reads code that stands in the open when it shows two signals", () => {
    const material = readThought(
      "I would write\n\nfunction add(a, b) {\n  return a + b;\n}\n\nthen.",
    );
    expect(material?.excerpts).toEqual([
      {
        path: "thought/code.ts",
        text: "function add(a, b) {\n  return a + b;\n}\n",
        language: "typescript",
        wholeness: "fragment",
      },
    ]);
  });

  test("takes a fence that is never closed to the end", () => {
    expect(readThought("```js\nconst a = 1;")?.excerpts[0]?.text).toBe("const a = 1;\n");
  });

  test("leaves out what stands behind the most blocks, and says so", () => {
    const material = readThought(fenced("js", "const a = eval(b);").repeat(300));
    expect(material?.excerpts).toHaveLength(200);
    expect(material?.notes).toEqual(["only the first 200 blocks of the thought were audited"]);
  });

  test("says when it read but the beginning of code outside of blocks", () => {
    const material = readThought("const a = eval(b);\n".repeat(200_000));
    expect(material?.notes).toEqual([
      "only the first 2000000 characters outside of blocks were read",
    ]);
  });

  test.each([
    ["blanks", " ".repeat(10_000_000)],
    ["line breaks", "\n".repeat(10_000_000)],
    ["one word", "let ".repeat(2_500_000)],
    ["parentheses", "if (".repeat(2_500_000)],
    ["fences", "```\n".repeat(2_500_000)],
  ])("reads ten megabytes of %s in a moment", (_, thought) => {
    const began = process.cpuUsage();
    readThought(thought);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
  });
});
