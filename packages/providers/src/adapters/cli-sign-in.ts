import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CliCommand } from "./cli-agent.ts";
import { findCliAgents, type FoundCliAgent } from "./find-cli-agents.ts";

type Environment = Readonly<Record<string, string | undefined>>;
export type CliAgentState = FoundCliAgent & {
  isSignedIn: boolean;
  /** The agent started this process: asking it would be asking the same model again. */
  isClient: boolean;
};

/** The coding agents on PATH, those that may be asked without being named first. */
export async function examineCliAgents(environment: Environment): Promise<CliAgentState[]> {
  const found = await findCliAgents(environment["PATH"] ?? environment["Path"]);
  const states = await Promise.all(
    found.map(async (agent) => ({
      ...agent,
      isSignedIn: await isSignedIn(agent.command, environment),
      isClient: CLIENT_SIGNS[agent.command].some((name) => environment[name]),
    })),
  );
  return states.toSorted((left, right) => rank(left) - rank(right));
}

/** Whether an agent may be asked although nobody named it: it is signed in, and is not the client itself. */
export function isOpenToUse({ isSignedIn: signedIn, isClient }: CliAgentState): boolean {
  return signedIn && !isClient;
}

function rank(agent: CliAgentState): number {
  if (isOpenToUse(agent)) return 0;
  return agent.isSignedIn ? 1 : 2;
}

function isSignedIn(command: CliCommand, environment: Environment): Promise<boolean> {
  return SIGN_IN[command](environment).catch(() => false);
}

/** The variables that an agent sets for the programs that it starts. */
const CLIENT_SIGNS: Record<CliCommand, readonly string[]> = {
  claude: ["CLAUDECODE"],
  codex: ["CODEX_SANDBOX", "CODEX_THREAD_ID"],
  gemini: ["GEMINI_CLI"],
};

const SIGN_IN: Record<CliCommand, (environment: Environment) => Promise<boolean>> = {
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
