import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSqlite } from "@faculties/storage/testing";
import { runProgram, temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseFile, entry, startMemory } from "./start-memory.ts";

const decisions = [
  ["session storage", "Keep sessions in PostgreSQL", "One system to back up instead of two"],
  ["package manager", "Use pnpm", "Installs share one store on the disk"],
  ["error codes", "Name error codes in capitals", "They stand out in logs and stay stable"],
];
let home: TemporaryHome;

beforeAll(async () => {
  home = await temporaryHome();
  await using server = await startMemory({ home });
  for (const [target, title, rationale] of decisions)
    await server.callOk("record_decision", { target, title, rationale });
});

async function hook(event: string, input: object | string, own = home) {
  const json = typeof input === "string" ? input : JSON.stringify(input);
  const { code, stdout, stderr } = await runProgram({
    entry,
    home: own,
    args: ["hook", event],
    env: { LOG_LEVEL: "error" },
    input: json,
  });
  return { code, said: stdout === "" ? undefined : JSON.parse(stdout), stderr };
}

function transcript(...entries: object[]): string {
  const file = join(home.directory, `transcript-${entries.length}.jsonl`);
  mkdirSync(home.directory, { recursive: true });
  writeFileSync(file, entries.map((one) => `${JSON.stringify(one)}\n`).join("") + "{ no json");
  return file;
}
const user = (content: string) => ({ type: "user", message: { role: "user", content } });
const called = (name: string) => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "tool_use", name, input: {} }] },
});

describe("at the start of a session", () => {
  test("the decisions in force are told in the agent's own words for the event", async () => {
    const { code, said, stderr } = await hook("session-start", {
      hook_event_name: "SessionStart",
      source: "startup",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { hookEventName, additionalContext } = said.hookSpecificOutput;
    expect(hookEventName).toBe("SessionStart");
    const lines = additionalContext.split("\n");
    expect(lines[0]).toMatch(/^Decisions in force in this project/);
    expect(lines[3]).toMatch(
      /^- Keep sessions in PostgreSQL \(session storage; dec_\w+\): One system to back up instead of two\.$/,
    );
    expect(lines).toHaveLength(4);
  });

  test("Cursor gets the name that it knows", async () => {
    const { said } = await hook("session-start", { workspace_roots: ["/work"] });
    expect(said).toEqual({ additional_context: expect.stringContaining("Use pnpm") });
  });

  test("an empty memory says nothing, and many decisions stay within 300 tokens", async () => {
    const other = await temporaryHome();
    expect(await hook("session-start", {}, other)).toMatchObject({ code: 0, said: undefined });
    await using server = await startMemory({ home: other });
    for (let number = 0; number < 30; number += 1)
      await server.callOk("record_decision", {
        target: `part ${number}`,
        title: `Choice ${number}`,
        rationale: "A long reason that goes into every detail. ".repeat(10),
      });
    const { said } = await hook("session-start", {}, other);
    const text = said.hookSpecificOutput.additionalContext;
    expect(text.length).toBeLessThan(1_300);
    expect(text).toContain("Choice 29");
    expect(text).toMatch(/search_decisions finds them by topic\.$/);
  });
});

describe("on a prompt", () => {
  test("the decisions that it touches are told, in at most 400 tokens", async () => {
    const { said } = await hook("prompt", {
      hook_event_name: "UserPromptSubmit",
      prompt: "Add a login page. Where do the sessions go, which storage do we have?",
    });
    const { hookEventName, additionalContext } = said.hookSpecificOutput;
    expect(hookEventName).toBe("UserPromptSubmit");
    expect(additionalContext).toContain("Keep sessions in PostgreSQL");
    expect(additionalContext).not.toContain("pnpm");
    expect(additionalContext.length).toBeLessThan(1_500);
  });

  test.each(["Fix the typo in the headline", "Thanks, that is fine", "Draw a red circle"])(
    "nothing is said about %j",
    async (prompt) => {
      expect(await hook("prompt", { prompt })).toMatchObject({ code: 0, said: undefined });
    },
  );
});

describe("before the agent stops", () => {
  test("it is reminded when something was decided and nothing recorded", async () => {
    const path = transcript(user("OK, let's go with SQLite then"), called("Edit"));
    const { said } = await hook("stop", { hook_event_name: "Stop", transcript_path: path });
    expect(said).toEqual({ decision: "block", reason: expect.stringContaining("record_decision") });
    const cursor = await hook("stop", { workspace_roots: [], transcript_path: path });
    expect(cursor.said).toHaveProperty("followup_message");
  });

  test("it is left alone when it was reminded, when it has recorded, and when nothing was decided", async () => {
    const decided = user("we decided to use SQLite");
    const asked = transcript(decided);
    const recorded = transcript(decided, called("mcp__agent-memory__record_decision"));
    const plain = transcript(user("fix the typo"), called("Edit"), user("thanks"));
    for (const input of [
      { transcript_path: asked, stop_hook_active: true },
      { transcript_path: recorded },
      { transcript_path: plain },
      { transcript_path: join(home.directory, "not-there") },
      {},
    ])
      expect(await hook("stop", input)).toMatchObject({ code: 0, said: undefined });
  });
});

describe("a fault of the hook ends with 1 and one sentence, which blocks no agent", () => {
  test.each([
    ["prompts", "{}", 'There is no hook "prompts". Did you mean prompt?'],
    ["prompt", "{}", "This event carries no prompt."],
    ["prompt", "[1]", "A hook reads the JSON object"],
    ["stop", "", "A hook reads the JSON object"],
  ])("%s given %s", async (event, input, sentence) => {
    const { code, said, stderr } = await hook(event, input);
    expect({ code, said }).toEqual({ code: 1, said: undefined });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a setting that is wrong", async () => {
    const { code } = await runProgram({
      entry,
      home,
      args: ["hook", "stop", "--role", "king"],
      input: "{}",
    });
    expect(code).toBe(1);
  });

  test("a database that is damaged", async () => {
    const own = await temporaryHome();
    await hook("session-start", {}, own);
    writeFileSync(databaseFile(own), "no database");
    const { code, said, stderr } = await hook("session-start", {}, own);
    expect({ code, said }).toEqual({ code: 1, said: undefined });
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a database that another process writes to keeps it from nothing", async () => {
    const Database = await loadSqlite();
    const writer = new Database(databaseFile(home));
    writer.exec("begin immediate");
    try {
      const { code, said } = await hook("session-start", {});
      expect({ code, said }).toEqual({ code: 0, said: expect.anything() });
    } finally {
      writer.close();
    }
  });
});
