import { join } from "node:path";
import { runProgram } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { entry } from "./support/gan-audit.ts";
import { createRepository, type Repository } from "./support/repository.ts";

let repository: Repository;
const old = "export const before = (code: string) => eval(code);\n";
const bad = 'export const now = (text: string) => eval(text + "");\n';

beforeAll(async () => {
  repository = await createRepository();
  await repository.commit({
    "mixed.ts": `${old}\n${bad}`,
    "clean.ts": "export const one = 1;\n",
    "notes.md": "eval(x)\n",
  });
});

async function hook(event: string, input: object | string) {
  const { code, stdout, stderr } = await runProgram({
    entry,
    args: ["hook", event],
    cwd: repository.directory,
    env: { LOG_LEVEL: "error" },
    input: typeof input === "string" ? input : JSON.stringify(input),
    timeoutMs: 30_000,
  });
  return { code, said: stdout === "" ? undefined : JSON.parse(stdout), stderr };
}
const path = (name: string) => join(repository.directory, name);
const foundIn = (said: { hookSpecificOutput: { additionalContext: string } }) =>
  said.hookSpecificOutput.additionalContext.split("\n").slice(1);

describe("after an edit", () => {
  const line = /^- mixed\.ts:3 critical code-injection: Text that is not a constant is run as code/;

  test.each([
    ["Claude Code", "PostToolUse", { tool_input: { file_path: "mixed.ts", new_string: bad } }],
    ["Gemini CLI", "AfterTool", { tool_input: { file_path: "mixed.ts", new_string: bad } }],
    [
      "Codex",
      "PostToolUse",
      {
        tool_input: {
          command: `*** Begin Patch\n*** Update File: mixed.ts\n@@\n+${bad}*** End Patch`,
        },
      },
    ],
    [
      "several edits",
      "PostToolUse",
      { tool_input: { file_path: "mixed.ts", edits: [{ new_string: bad }] } },
    ],
  ])("%s hears of the findings on the lines that it wrote", async (_, event, input) => {
    const { code, said } = await hook("after-edit", { hook_event_name: event, ...input });
    expect(code).toBe(0);
    expect(said.hookSpecificOutput.hookEventName).toBe(event);
    expect(foundIn(said)).toEqual([expect.stringMatching(line)]);
  });

  test("Cursor too, whose paths are absolute", async () => {
    const { said } = await hook("after-edit", {
      workspace_roots: [repository.directory],
      file_path: path("mixed.ts"),
      edits: [{ old_string: "", new_string: bad }],
    });
    expect(said.additional_context).toMatch(/mixed\.ts:3 critical/);
  });

  test("all lines count when the written text is not found as it was written", async () => {
    const tool_input = { file_path: path("mixed.ts"), new_string: "something, formatted since" };
    const { said } = await hook("after-edit", { tool_input });
    expect(foundIn(said)).toHaveLength(2);
  });

  test.each([
    ["clean code", { tool_input: { file_path: "clean.ts", content: "export const one = 1;\n" } }],
    ["a file that is no code", { tool_input: { file_path: "notes.md", content: "eval(x)\n" } }],
    ["a file that is gone", { tool_input: { file_path: "gone.ts", content: bad } }],
    ["a tool that edits nothing", { tool_name: "Bash", tool_input: { command: "ls" } }],
  ])("nothing is said about %s", async (_, input) => {
    expect(await hook("after-edit", input)).toEqual({ code: 0, said: undefined, stderr: "" });
  });

  test.each([
    ["after-edits", "{}", "Did you mean after-edit?"],
    ["after-edit", "no json", "A hook reads the JSON object"],
  ])("%s given %s ends with 1 and one sentence", async (event, input, sentence) => {
    const { code, said, stderr } = await hook(event, input);
    expect({ code, said }).toEqual({ code: 1, said: undefined });
    expect(stderr).toContain(sentence);
  });
});
