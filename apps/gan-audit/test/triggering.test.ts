import { clientKinds, type TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { block, config, review, startAudit, step, think } from "./support/gan-audit.ts";

const CLEAN = "export const add = (a: number, b: number): number => a + b;";
const DIRTY = "export const run = (code: string) => eval(code);";

let server: TestServer;

beforeAll(async () => {
  server = await startAudit();
});

describe("an audit", () => {
  test.each([
    ["prose", "We go for lunch, while the class waits to return."],
    ["a list", "- one\n- two\n+ three"],
    ["C++ and sums", "C++ has 2 - 1 reasons."],
    ["a rule", "Above\n\n---\n\nBelow"],
    ["inline code", "Replace `var` by `const` in `main`."],
  ])("does not happen for %s", async (_, thought) => {
    const answer = await think(server, thought);
    expect(answer).not.toHaveProperty("gan");
    expect(answer).not.toHaveProperty("sessionId");
  });

  test.each([
    ["a fenced block", block("ts", DIRTY)],
    [
      "a block that names no language",
      block("", "const run = (code) => eval(code);\nmodule.exports = { run };"),
    ],
    [
      "a diff",
      "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n export {};\n+export const run = (code: string) => eval(code);",
    ],
    [
      "a hunk alone",
      "Mine:\n\n@@ -1,1 +1,2 @@\n import x from 'x';\n+export const run = (code) => eval(code);",
    ],
    ["a diff fence", block("diff", "-const a = 1;\n+const run = (code) => eval(code);")],
    [
      "a block deep in a list",
      "1. Do:\n\n    ```js\n    const run = (code) => eval(code);\n    ```\n",
    ],
    ["a block in a quotation", "> ```js\n> const run = (code) => eval(code);\n> ```\n"],
    ["a hunk named in words", "@@ run @@\n const a = 1;\n+const run = (code) => eval(code);\n"],
    ["a change without headers", "-const a = 1;\n+const run = (code) => eval(code);\n"],
    ["two lines of Python", "def run(code):\n    return eval(code)\n"],
    ["code in the open", "I write\n\nfunction run(code) {\n  return eval(code);\n}"],
  ])("happens for %s, and finds what is in it", async (_, thought) => {
    const answer = await think(server, thought, { branchId: "trigger" });
    expect(answer).toMatchObject({
      sessionId: "trigger",
      nextThoughtNeeded: true,
      gan: {
        verdict: "reject",
        review: { inline: [{ comment: expect.stringContaining("code-injection") }] },
      },
    });
  });

  test("happens for a gan-config block alone, and does not invent a judgement", async () => {
    const answer = await think(server, `Check this change.\n\n${config({ threshold: 90 })}`, {
      branchId: "audit-abc",
    });
    expect(answer).toEqual({
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
      branches: expect.arrayContaining(["audit-abc"]),
      thoughtHistoryLength: expect.any(Number),
      sessionId: "audit-abc",
      gan: expect.objectContaining({
        iterations: 0,
        judge_cards: [{ model: "internal", notes: "There was nothing to judge." }],
        review: { summary: expect.stringContaining("nothing to audit"), inline: [], citations: [] },
      }),
    });
  });

  test("names a session of its own when there is no branch", async () => {
    const first = await think(server, block("ts", CLEAN));
    const second = await think(server, block("ts", CLEAN));
    expect(first.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.sessionId).toBe(first.sessionId);
  });

  test("lets clean code pass in silence", async () => {
    const answer = await think(server, block("ts", CLEAN));
    expect(answer.nextThoughtNeeded).toBe(false);
    expect(answer.gan).toMatchObject({
      overall: 100,
      verdict: "pass",
      iterations: 1,
      proposed_diff: null,
      review: { inline: [], citations: [] },
      judge_cards: [{ model: "internal", score: 100 }],
    });
  });

  test.each(["true", "TRUE", "True"])("is on for %s", async (value) => {
    const own = await startAudit({ env: { ENABLE_GAN_AUDITING: value } });
    expect(await think(own, config({}))).toHaveProperty("gan");
  });

  test.each([undefined, "false", "1"])("is off for %s", async (value) => {
    const own = await startAudit({ env: { ENABLE_GAN_AUDITING: value } });
    expect(await think(own, block("ts", DIRTY))).not.toHaveProperty("gan");
  });

  test.each(clientKinds)(
    "says to a %s client that it is off, and how to turn it on",
    async (client) => {
      const own = await startAudit({ client, env: { ENABLE_GAN_AUDITING: undefined } });
      const instructions = own.client.getInstructions();
      expect(instructions).toContain("not audited");
      expect(instructions).toContain("ENABLE_GAN_AUDITING=true");
      const { content, structuredContent } = await own.call("sequentialthinking", {
        ...step,
        thought: block("ts", DIRTY),
      });
      const payload = {
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: false,
        branches: [],
        thoughtHistoryLength: 1,
        notice:
          "This code was not audited: auditing is off. Set ENABLE_GAN_AUDITING=true to turn it on.",
      };
      expect(structuredContent).toEqual(payload);
      expect(content).toEqual([{ type: "text", text: JSON.stringify(payload) }]);
      expect(await think(own, "Prose.")).not.toHaveProperty("notice");
    },
  );

  test("claims to audit only when it does", async () => {
    expect(server.client.getInstructions()).toContain("it is audited");
    expect(server.client.getInstructions()).not.toContain("off");
    expect(await think(server, block("ts", DIRTY))).not.toHaveProperty("notice");
  });
});

describe("the inline configuration", () => {
  test("asks a judge once, however often and with whatever blanks it is named", async () => {
    const own = await startAudit();
    const thought = config({ judges: ["internal", " internal ", "internal"] }) + block("ts", CLEAN);
    expect(await think(own, thought)).toMatchObject({
      gan: { judge_cards: [{ model: "internal" }] },
    });
  });

  test.each([
    ["a threshold above 100", { threshold: 101 }, "Setting threshold: 101 became 100."],
    ["a threshold below 0", { threshold: -5 }, "Setting threshold: -5 became 0."],
    [
      "a threshold that is no number",
      { threshold: "high" },
      "Setting threshold: not a number; 85 is used.",
    ],
    ["too many cycles", { maxCycles: 11 }, "Setting maxCycles: 11 became 10."],
    ["no cycle", { maxCycles: 0 }, "Setting maxCycles: 0 became 1."],
    ["too many candidates", { candidates: 9 }, "Setting candidates: 9 became 5."],
    ["half a candidate", { candidates: 1.5 }, "Setting candidates: 1.5 became 1."],
    ["an unknown scope", { scope: "galaxy" }, 'Setting scope: not usable; "diff" is used.'],
    [
      "paths without paths",
      { scope: "paths" },
      'Setting scope: "paths" needs paths; "diff" is used.',
    ],
    ["no judges", { judges: [] }, 'Setting judges: not usable; ["internal"] is used.'],
    [
      "judges that are no text",
      { judges: [1, null, "internal"] },
      "Setting judges: 2 that are no text were left out.",
    ],
    [
      "too many judges",
      { judges: ["internal", ...Array.from({ length: 20 }, (_, at) => `unknown:${at}`)] },
      "Setting judges: only the first 10 of 21 are used.",
    ],
    ["a task without end", { task: "x".repeat(5000) }, "Setting task: cut after 4000 characters."],
    [
      "a text for a boolean",
      { applyFixes: "yes" },
      "Setting applyFixes: not usable; false is used.",
    ],
    ["an unknown key", { colour: "red" }, 'There is no setting named "colour".'],
    [
      "a hostile key",
      JSON.parse('{"__proto__": {"threshold": 1}}') as object,
      'There is no setting named "__proto__".',
    ],
  ])("is sanitised for %s, and the summary says so", async (_, settings, said) => {
    const { review: written } = await review(server, config(settings) + block("ts", CLEAN));
    expect(written.summary).toContain(said);
  });

  test.each(["{ threshold: 90", "[1]", "null", ""])(
    "says that %j is no configuration",
    async (text) => {
      const { review: written } = await review(server, config(text) + block("ts", CLEAN));
      expect(written.summary).toContain(
        "not a JSON object; the session's settings or the defaults are used",
      );
    },
  );

  test("rejects what is more than thirty below the threshold, to the decimal", async () => {
    const line = (name: string) => `export const ${name} = (a: unknown) => a == 1;`;
    const code = block("ts", ["f", "g", "h", "i", "j"].map(line).join("\n"));
    const verdict = async (threshold: number) =>
      (await review(server, config({ threshold }) + code)).verdict;
    expect((await review(server, code)).overall).toBe(50.4);
    expect([await verdict(80.4), await verdict(80.5)]).toEqual(["revise", "reject"]);
  });

  test("counts by its first block, and for one call only", async () => {
    const dirty = block("ts", "export const same = (a: unknown, b: unknown) => a == b;");
    const lenient = await review(
      server,
      config({ threshold: 10 }) + config({ threshold: 100 }) + dirty,
    );
    const usual = await review(server, dirty);
    expect([lenient.verdict, usual.verdict]).toEqual(["pass", "revise"]);
  });
});
