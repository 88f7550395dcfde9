import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type HttpServer, startHttp, startServer } from "@faculties/testkit";
import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { findServers } from "./find-servers.mjs";

const expected: Record<string, string[]> = {
  "agent-memory": ["recall", "remember"],
  converse: ["compare-models", "second-opinion"],
  "gan-audit": ["review-diff"],
  "langbase-reasoning": ["check-argument", "decide"],
  "orchestrator-resources": ["run-in-parallel", "run-report"],
};
const completed: Record<string, [prompt: string, argument: string, typed: string, value: string]> =
  {
    converse: ["second-opinion", "model", "au", "auto"],
    "gan-audit": ["review-diff", "change", "last", "last commit"],
    "langbase-reasoning": ["decide", "method", "T", "topsis"],
  };
const anything = z.looseObject({});

/** The files of the skills in a server's package, by skill. */
function skillFiles(entry: string): Map<string, Record<string, string>> {
  const folder = `${dirname(entry)}/skills`;
  return new Map(
    readdirSync(folder).map((skill) => [
      skill,
      Object.fromEntries(
        readdirSync(`${folder}/${skill}`).map((file) => [
          file,
          readFileSync(`${folder}/${skill}/${file}`, "utf8"),
        ]),
      ),
    ]),
  );
}

describe.each(findServers())("the guidance of $name", ({ name, entry, args, env }) => {
  let shared: HttpServer;
  beforeAll(async () => {
    shared = await startHttp({ entry, args, env });
  });
  afterAll(() => shared.close());

  test.each(["2025", "2026"] as const)("has prompts for a %s client", async (client) => {
    const server = await shared.connect(client);
    const { prompts } = await server.client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual(expected[name]);
    for (const prompt of prompts) {
      expect(prompt.description).toBeTruthy();
      const given = Object.fromEntries(
        (prompt.arguments ?? []).map((argument) => [argument.name, `my ${argument.name}`]),
      );
      const { messages } = await server.client.getPrompt({ name: prompt.name, arguments: given });
      const [first] = messages;
      const text = first?.content.type === "text" ? first.content.text : "";
      expect(first?.role).toBe("user");
      for (const value of Object.values(given)) expect(text).toContain(value);
    }
  });

  test.each(["2025", "2026"] as const)("completes arguments for a %s client", async (client) => {
    const server = await shared.connect(client);
    const [prompt, argument, typed, value] = completed[name] ?? [];
    if (prompt === undefined) return;
    const { completion } = await server.client.complete({
      ref: { type: "ref/prompt", name: prompt },
      argument: { name: argument!, value: typed! },
    });
    expect(completion.values).toContain(value);
  });

  test("refuses what is wrong in a prompt request with a sentence", async () => {
    const server = await shared.connect();
    const { client } = server;
    const required = (await client.listPrompts()).prompts.find(({ arguments: own }) =>
      own?.some((argument) => argument.required),
    );
    await expect(client.getPrompt({ name: "no-such" })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("prompts/list names the prompts"),
    });
    if (required)
      await expect(client.getPrompt({ name: required.name })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(`The prompt ${required.name} needs the argument`),
      });
    const ref = { type: "ref/prompt" as const, name: expected[name]![0]! };
    await expect(
      client.complete({ ref, argument: { name: "no-such", value: "" } }),
    ).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining("no argument") });
    await expect(
      client.complete({
        ref: { type: "ref/resource", uri: "nowhere://{x}" },
        argument: { name: "x", value: "" },
      }),
    ).rejects.toMatchObject({ code: -32_602 });
  });

  test("has skills for clients that know them", async () => {
    const { client } = await shared.connect("2026");
    expect(client.getServerCapabilities()?.extensions).toHaveProperty([
      "io.modelcontextprotocol/skills",
    ]);
    const listed = await client.request({ method: "skills/list" }, anything);
    const own = [...skillFiles(entry)];
    const made = await Promise.all(own.map(([skill, files]) => skillEntry(skill, files)));
    expect(made.length).toBeGreaterThan(0);
    expect(listed).toMatchObject({ skills: made, ttlMs: expect.any(Number) });
    const [skill] = made;
    const { uri } = skill!;
    const got = await client.request({ method: "skills/get", params: { uri } }, anything);
    expect(got).toMatchObject({ skill });
    const missing = { method: "skills/get", params: { uri: "skill://none/SKILL.md" } };
    await expect(client.request(missing, anything)).rejects.toMatchObject({ code: -32_602 });
  });

  test("has skills as resources for clients that do not", async () => {
    const { client } = await startServer({ entry, args, env, client: "2025" });
    const { resources } = await client.listResources();
    for (const [skill, files] of skillFiles(entry)) {
      const uri = `skill://${skill}/SKILL.md`;
      expect(resources).toContainEqual(
        expect.objectContaining({ uri, mimeType: "text/markdown", name: skill }),
      );
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: files["SKILL.md"] }]);
    }
    await expect(client.readResource({ uri: "skill://none/SKILL.md" })).rejects.toThrow();
  });
});

test("recall answers with the decisions and completes their targets", async () => {
  const [memory] = findServers();
  const server = await startServer({ ...memory!, client: "2025" });
  const decision = {
    title: "Keep sessions in PostgreSQL",
    target: "session storage",
    rationale: "One system to back up",
    consequences: ["Redis goes away"],
  };
  const { decision_id: id } = await server.callOk<{ decision_id: string }>(
    "record_decision",
    decision,
  );
  const { messages } = await server.client.getPrompt({
    name: "recall",
    arguments: { topic: "sessions" },
  });
  expect(messages[0]?.content).toMatchObject({
    text: expect.stringContaining(
      `- Keep sessions in PostgreSQL (session storage; ${id}): One system to back up. Redis goes away.`,
    ),
  });
  const { completion } = await server.client.complete({
    ref: { type: "ref/prompt", name: "recall" },
    argument: { name: "topic", value: "STOR" },
  });
  expect(completion).toMatchObject({ values: ["session storage"], total: 1, hasMore: false });
});

test("a prompt is not offered without the tools that it uses", async () => {
  const runs = findServers().find(({ name }) => name === "orchestrator-resources");
  const server = await startServer({ entry: runs!.entry, args: ["--tools", "mcp_info"] });
  expect(server.client.getServerCapabilities()?.prompts).toBeUndefined();
});
