import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Converse, startConverse } from "./support/converse.ts";
import { bodyOf, useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
let converse: Converse;
let project: string;

beforeAll(async () => {
  project = await temporaryDirectory();
  const outside = await temporaryDirectory();
  await writeFile(join(outside, "private.ts"), "private");
  await mkdir(join(project, "src", "deep"), { recursive: true });
  await writeFile(join(project, ".gitignore"), "ignored.ts\n");
  await writeFile(join(project, "src", "a.ts"), "one\ntwo\nthree\nfour\nfive\n");
  await writeFile(join(project, "src", "deep", "b.ts"), "deep\n");
  await writeFile(join(project, "src", "ignored.ts"), "ignored\n");
  await writeFile(join(project, "src", ".env"), "KEY=secret\n");
  await writeFile(join(project, "src", "data.bin"), Buffer.from([0, 1, 2, 0]));
  await writeFile(join(project, "report.pdf"), "%PDF-1.7\n%%EOF");
  await writeFile(join(project, "fake.pdf"), "not a PDF");
  await symlink(outside, join(project, "src", "out"));
  converse = await startConverse({ env: { ...env, CONVERSE_ALLOWED_DIRS: project } });
});
beforeEach(() => {
  for (const [name, emulator] of Object.entries(vendors))
    emulator.answer("*", `${name} says hello`);
});

type Sent = { input: { content: string }[] };
const sent = () => bodyOf<Sent>(vendors.openai.requests.at(-1)).input;
const ask = (files: string[], more: object = {}) =>
  converse.chat({ prompt: "Read", model: "sol", files, ...more });

test("a folder is read without what git ignores, secrets, binary files and what links lead to", async () => {
  const { metadata } = await ask(["src"]);
  const [{ content = "" } = {}] = sent();
  expect(content.match(/<file path="[^"]*/g)?.map((path) => path.split("/").at(-1))).toEqual([
    "a.ts",
    "b.ts",
  ]);
  expect(content).not.toMatch(/ignored|secret|private/);
  expect(metadata.notices).toEqual([
    {
      type: "file_skipped",
      message: "1 of the files found are not text, or cannot be read, and were left out.",
    },
  ]);
});

test("a pattern and a path name the same file once", async () => {
  await ask(["src/**/*.ts", join(project, "src/deep/b.ts")]);
  expect(sent()[0]?.content.match(/<file /g)).toHaveLength(2);
});

test("lines are shown with their own numbers", async () => {
  await ask(["src/a.ts:2-3"]);
  expect(sent()[0]?.content).toContain('lines="2-3 of 5">\n2| two\n3| three\n</file>');
  await ask(["src/a.ts:4-99"]);
  expect(sent()[0]?.content).toContain('lines="4-5 of 5">\n4| four\n5| five\n</file>');
});

test.each([
  ["src/a.ts:6-9", "It has 5 lines, so there is no line 6."],
  ["src/a.ts:3-2", "The lines must be like 10-40"],
  ["src/*.py", "No file that may be read matches"],
  ["src/out", "outside the allowed directories"],
  ["fake.pdf", "It is not a PDF"],
  ["report.pdf:1-2", "A PDF has no lines"],
])("%s is refused with the reason", async (file, reason) => {
  const refused = await converse.refusal("chat", { prompt: "x", model: "sol", files: [file] });
  expect(refused).toMatchObject({ code: "INVALID_INPUT", error: expect.stringContaining(reason) });
});

test("a PDF goes to the vendor as it is, and stays in the conversation", async () => {
  const { continuation } = await ask(["report.pdf"]);
  const base64 = Buffer.from("%PDF-1.7\n%%EOF").toString("base64");
  expect(vendors.openai.requests.at(-1)?.bodyText).toContain(base64);
  await converse.chat({ prompt: "And?", model: "opus", continuation_id: continuation.id });
  expect(vendors.anthropic.requests.at(-1)?.bodyText).toContain(base64);
  const grok = { prompt: "And?", model: "grok-4.7", continuation_id: continuation.id };
  expect((await converse.chat(grok)).content).toBe("xai says hello");
  const refused = await converse.refusal("chat", {
    prompt: "x",
    model: "grok-4.7",
    files: ["report.pdf"],
  });
  expect(refused).toMatchObject({ code: "INVALID_INPUT" });
});

test("a file that is attached again is sent once, as it is now", async () => {
  const file = join(project, "changing.ts");
  await writeFile(file, "before\n</file>\n");
  const { continuation } = await ask([file]);
  await writeFile(file, "after\n");
  await ask([file], { continuation_id: continuation.id });
  const [first, , last] = sent();
  expect(first?.content).not.toContain("before");
  expect(first?.content).toContain("a newer copy is in a later message");
  expect(last?.content).toContain("1| after");
});

test("a question that cannot fit is refused before it is sent", async () => {
  const file = join(project, "large.txt");
  await writeFile(file, "word and other words. ".repeat(45_000));
  const before = vendors.openai.requests.length;
  const refused = await converse.refusal("chat", { prompt: "x", model: "gpt-4o", files: [file] });
  expect(refused).toMatchObject({
    code: "CONTEXT_LENGTH_EXCEEDED",
    max_tokens: 128_000,
    provided_tokens: expect.any(Number),
  });
  expect(vendors.openai.requests).toHaveLength(before);
});
