import { chmod } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentOf, facultiesHere, place } from "./faculties.ts";

/** A model server with Ollama's list of models; resolves with its address. */
async function startOllama(models: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/v1/models" ? 200 : 404;
    response.end(JSON.stringify({ object: "list", data: models.map((id) => ({ id })) }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Puts agents on PATH that show signs of a sign-in. */
async function signIn(home: TemporaryHome): Promise<string> {
  const bin = join(home.directory, "bin");
  for (const name of ["claude", "codex"]) {
    await place(join(bin, name), "#!/bin/sh\n");
    await chmod(join(bin, name), 0o755);
  }
  await place(join(home.directory, ".claude.json"), '{ "oauthAccount": {} }');
  await place(join(home.directory, ".codex", "auth.json"), "{}");
  return bin;
}

const CLOSED = "127.0.0.1:9";

async function add(home: TemporaryHome, args: string[], env: Record<string, string> = {}) {
  const environment = { HOME: home.directory, OLLAMA_HOST: CLOSED, ...env };
  return facultiesHere(home, ["add", ...args, "--yes"], { environment });
}

async function envOf(home: TemporaryHome, server: string): Promise<unknown> {
  const { mcpServers } = JSON.parse(await contentOf(home, ".cursor", "mcp.json"));
  return mcpServers[server].env;
}

describe.skipIf(process.platform === "win32")("a server that asks models", () => {
  test("says what was found here, without asking and without a key in the file", async () => {
    const home = await temporaryHome();
    const PATH = await signIn(home);
    const OLLAMA_HOST = await startOllama(["nomic-embed-text", "qwen3"]);
    const env = { PATH, OLLAMA_HOST, GOOGLE_API_KEY: "AIza-secret" };
    const { code, stdout, stderr } = await add(home, ["converse", "--client", "cursor"], env);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `Found here: --model google (GOOGLE_API_KEY, set here), --model ollama (Ollama at http://${OLLAMA_HOST}/v1: qwen3), --model claude (claude, signed in here), --model codex (codex, signed in here).`,
    );
    expect(stdout + stderr).not.toContain("AIza-secret");
    expect(await envOf(home, "converse")).toBeUndefined();
  });

  test("gets the models that --model names, several at once", async () => {
    const home = await temporaryHome();
    const PATH = await signIn(home);
    const OLLAMA_HOST = await startOllama(["qwen3"]);
    const env = { PATH, OLLAMA_HOST, GOOGLE_API_KEY: "AIza-secret" };
    const args = ["opinion", "--client", "cursor", "--model", "google,ollama,codex,claude"];
    const { code, stdout } = await add(home, args, env);
    expect(code).toBe(0);
    expect(stdout).not.toContain("AIza-secret");
    expect(await envOf(home, "converse")).toEqual({
      GOOGLE_API_KEY: "AIza-secret",
      COMPATIBLE_BASE_URL: `ollama=http://${OLLAMA_HOST}/v1`,
      CONVERSE_CLI: "codex,claude",
    });
  });

  test("langbase-reasoning gets the name of Ollama's model, or of an agent", async () => {
    const home = await temporaryHome();
    const OLLAMA_HOST = await startOllama(["qwen3"]);
    const args = ["reasoning", "--client", "cursor", "--model"];
    await add(home, [...args, "ollama"], { OLLAMA_HOST });
    expect(await envOf(home, "langbase-reasoning")).toEqual({
      OPENAI_BASE_URL: `http://${OLLAMA_HOST}/v1`,
      REASONING_MODEL: "qwen3",
    });
    const other = await temporaryHome();
    await add(other, [...args, "codex"], { PATH: await signIn(other) });
    expect(await envOf(other, "langbase-reasoning")).toEqual({
      REASONING_PROVIDER: "cli",
      REASONING_MODEL: "codex",
    });
  });

  test("is told when an agent would ask itself", async () => {
    const home = await temporaryHome();
    const PATH = await signIn(home);
    const { stderr } = await add(home, ["converse", "--client", "claude-code"], { PATH });
    expect(stderr).toContain(
      "--model claude (claude, signed in here; in Claude Code that is the same model again)",
    );
    expect(stderr).toContain("--model codex (codex, signed in here).");
  });

  test("is not asked about again once it has one", async () => {
    const home = await temporaryHome();
    await add(home, ["converse", "--client", "cursor", "--env", "XAI_API_KEY=xai-1"]);
    const { stderr } = await add(home, ["converse", "--client", "cursor"]);
    expect(stderr).not.toContain("no model yet");
    expect(await envOf(home, "converse")).toEqual({ XAI_API_KEY: "xai-1" });
  });

  test.each([
    ["openai", "--model openai: OPENAI_API_KEY is not set here. Set it first, or name another."],
    ["ollma", "--model ollma: converse finds no such model here. Available: none."],
    ["openia", "--model openia: converse finds no such model here. Did you mean openai?"],
  ])("refuses --model %s, and writes nothing", async (name, message) => {
    const home = await temporaryHome();
    const run = await add(home, ["converse", "--client", "cursor", "--model", name]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
    await expect(contentOf(home, ".cursor", "mcp.json")).rejects.toThrow("ENOENT");
  });

  test("a server that answers something else on Ollama's port is none", async () => {
    const home = await temporaryHome();
    const OLLAMA_HOST = await startOllama([]);
    const { stderr } = await add(home, ["converse", "--client", "cursor"], { OLLAMA_HOST });
    expect(stderr).toContain("To give it one: set a key");
  });

  test("--model none leaves it without one, and says nothing", async () => {
    const home = await temporaryHome();
    const { code, stderr } = await add(home, ["converse", "--client", "cursor", "--model", "none"]);
    expect(code).toBe(0);
    expect(stderr).not.toContain("model");
  });
});
