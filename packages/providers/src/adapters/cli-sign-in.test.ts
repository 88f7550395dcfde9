import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { examineCliAgents, isOpenToUse } from "./cli-sign-in.ts";

async function place(file: string, text = ""): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** A home with the three agents on PATH. */
async function homeWithAgents() {
  const home = await temporaryDirectory();
  const bin = join(home, "bin");
  for (const name of ["claude", "codex", "gemini"]) {
    await place(join(bin, name), "#!/bin/sh\n");
    await chmod(join(bin, name), 0o755);
  }
  return { home, environment: { HOME: home, PATH: bin } };
}

const open = async (environment: Record<string, string>) =>
  (await examineCliAgents(environment)).filter(isOpenToUse).map(({ command }) => command);

describe.skipIf(process.platform === "win32")("the agents that may be asked without a name", () => {
  test("are signed in", async () => {
    const { home, environment } = await homeWithAgents();
    expect(await open(environment)).toEqual([]);
    await place(join(home, ".claude.json"), '{"oauthAccount": {}}');
    await place(join(home, ".codex", "auth.json"));
    expect(await open(environment)).toEqual(["claude", "codex"]);
    await place(join(home, ".gemini", "oauth_creds.json"));
    expect(await open(environment)).toEqual(["claude", "codex", "gemini"]);
  });

  test("are not the client that started the server, which comes after the others", async () => {
    const { home, environment } = await homeWithAgents();
    await place(join(home, ".claude.json"), '{"oauthAccount": {}}');
    await place(join(home, ".codex", "auth.json"));
    const inClaudeCode = { ...environment, CLAUDECODE: "1" };
    expect(await open(inClaudeCode)).toEqual(["codex"]);
    const all = await examineCliAgents(inClaudeCode);
    expect(all.map(({ command }) => command)).toEqual(["codex", "claude", "gemini"]);
  });

  test("a settings file of Claude Code without an account is no sign-in, a token is one", async () => {
    const { home, environment } = await homeWithAgents();
    await place(join(home, ".claude.json"), "{}");
    expect(await open(environment)).toEqual([]);
    expect(await open({ ...environment, CLAUDE_CODE_OAUTH_TOKEN: "token" })).toEqual(["claude"]);
  });
});
