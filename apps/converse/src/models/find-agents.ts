import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CliCommand, findCliAgents } from "@faculties/providers";

type Environment = Readonly<Record<string, string | undefined>>;
export type Agent = { command: CliCommand; path?: string | undefined; isSignedIn: boolean };

const COMMANDS: readonly CliCommand[] = ["claude", "codex", "gemini"];

/**
 * The agents to use, the preferred first. Agents named in the settings count as signed in. Without such a setting every
 * agent on PATH can be asked by name, and agents with signs of a sign-in are available for `auto`.
 */
export async function findAgents(
  named: readonly string[] | undefined,
  environment: Environment,
): Promise<Agent[]> {
  if (named !== undefined && named.length > 0) {
    const wanted = COMMANDS.filter((command) => named.includes(command));
    return wanted.map((command) => ({ command, isSignedIn: true }));
  }
  const found = await findCliAgents(environment["PATH"]);
  const agents = await Promise.all(
    found.map(async (agent) => ({
      ...agent,
      isSignedIn: await SIGNS[agent.command](environment).catch(() => false),
    })),
  );
  return agents.toSorted((left, right) => Number(right.isSignedIn) - Number(left.isSignedIn));
}

const SIGNS: Record<CliCommand, (environment: Environment) => Promise<boolean>> = {
  async claude(environment) {
    if (environment["CLAUDE_CODE_OAUTH_TOKEN"]) return true;
    const file = join(environment["CLAUDE_CONFIG_DIR"] || homeOf(environment), ".claude.json");
    return (await readFile(file, "utf8")).includes('"oauthAccount"');
  },
  async codex(environment) {
    await access(
      join(environment["CODEX_HOME"] || join(homeOf(environment), ".codex"), "auth.json"),
    );
    return true;
  },
  async gemini(environment) {
    await access(join(homeOf(environment), ".gemini", "oauth_creds.json"));
    return true;
  },
};

function homeOf(environment: Environment): string {
  return environment["HOME"] || environment["USERPROFILE"] || "";
}
