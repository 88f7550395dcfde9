import { join } from "node:path";
import type { ConsoleSettings } from "../settings.ts";
import type { ServerName } from "./server-names.ts";

export type Launch = { args: string[]; env: Record<string, string | undefined> };
export type Sample = { folder: string; modelUrl: string };
type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are each server's own, and would be wrong for five of them at once. */
const NOT_INHERITED = /^(?:MCP_|DATABASE_(?:PATH|URL)$)/;
/** Credentials and addresses of model vendors, and what picks among them; sample data must not spend anything. */
const VENDORS =
  /^(?:OPENAI|GOOGLE|GEMINI|XAI|ANTHROPIC|OPENROUTER|LANGBASE|OLLAMA|COMPATIBLE|AGENT_MEMORY|CONVERSE|REASONING|GAN_AUDIT|ORCHESTRATOR)_/;

/** How each server is started: on its embedded default, or on sample data in a folder of its own. */
export function launchOf(
  name: ServerName,
  settings: ConsoleSettings,
  environment: Environment,
  sample: Sample | undefined,
): Launch {
  const env = Object.fromEntries(
    Object.entries(environment).filter(
      ([variable]) =>
        !NOT_INHERITED.test(variable) && !(sample !== undefined && VENDORS.test(variable)),
    ),
  );
  const own = sample ? sampleLaunch(name, sample) : usualLaunch(name, settings, environment);
  const readOnly = settings.role === "viewer" ? ["--read-only"] : [];
  return { args: [...own.args, ...readOnly], env: { ...env, ...own.env } };
}

function usualLaunch(
  name: ServerName,
  settings: ConsoleSettings,
  environment: Environment,
): Launch {
  const { allowCommands, root, role } = settings;
  const isAdmin = role === "admin" && (environment["AGENT_MEMORY_SECRET"] ?? "") !== "";
  const launches: Record<ServerName, string[]> = {
    "agent-memory": ["--role", isAdmin ? "admin" : "viewer", "--enable-reflection"],
    "langbase-reasoning": ["--enable-observe"],
    "orchestrator-resources": [
      "--enable-all",
      ...allowCommands.flatMap((command) => ["--allow-command", command]),
    ],
    converse: [],
    "gan-audit": ["--enable-auditing", "--root", root],
  };
  return { args: launches[name], env: {} };
}

function sampleLaunch(name: ServerName, { folder, modelUrl }: Sample): Launch {
  const launches: Record<ServerName, Launch> = {
    "agent-memory": {
      args: ["--role", "admin", "--enable-reflection", "--cooldown-ms", "0"],
      env: { AGENT_MEMORY_SECRET: "for-sample-data-only" },
    },
    "langbase-reasoning": {
      args: ["--enable-observe"],
      env: {
        REASONING_PROVIDER: "openai",
        OPENAI_BASE_URL: modelUrl,
        OPENAI_API_KEY: "sample",
        REASONING_MODEL: "sample",
      },
    },
    "orchestrator-resources": {
      args: ["--enable-all", "--allow-command", "node", "--allow-root", folder],
      env: {},
    },
    converse: { args: [], env: { CONVERSE_CLI: "off", COMPATIBLE_BASE_URL: `sample=${modelUrl}` } },
    "gan-audit": { args: ["--enable-auditing", "--root", join(folder, "workspace")], env: {} },
  };
  const { args, env } = launches[name];
  return { args, env: { ...env, DATABASE_PATH: join(folder, `${name}.db`) } };
}
