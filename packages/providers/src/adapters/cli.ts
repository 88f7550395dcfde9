import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider, ModelRequest } from "../model-provider.ts";
import { ProviderError } from "../provider-error.ts";
import { finishAnswer } from "../raw-answer.ts";
import { LONGEST_TIMER_MS } from "../with-retries.ts";
import { type CliAgent, type CliCommand, isDefaultModel } from "./cli-agent.ts";
import { claudeAgent } from "./cli-claude.ts";
import { codexAgent } from "./cli-codex.ts";
import { type CliCall, cliError } from "./cli-error.ts";
import { geminiAgent } from "./cli-gemini.ts";
import { findProgram, isProgram } from "./find-cli-agents.ts";
import { atProcessExit, type CliProcessOutput, runCliProcess } from "./run-cli-process.ts";

export type CliSettings = Pick<AdapterSettings, "name" | "redact"> & {
  command: CliCommand;
  policy: Pick<AdapterSettings["policy"], "timeoutMs">;
  /** The caller's environment. The agent gets only the variables that it needs to run and to stay signed in. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The program; searched on PATH when left out. */
  path?: string | undefined;
  /** The agent's working directory; a new empty one when left out. */
  cwd?: string | undefined;
  maxOutputBytes?: number | undefined;
};

const AGENTS: Record<CliCommand, CliAgent> = {
  claude: claudeAgent,
  codex: codexAgent,
  gemini: geminiAgent,
};
const DEFAULT_MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
const REMOVAL = { recursive: true, force: true, maxRetries: 3 } as const;

/** A coding agent that is signed in on this machine, asked for one answer without tools. The agent retries on its own. */
export function createCliProvider(settings: CliSettings): ModelProvider {
  const { command, redact, policy } = settings;
  const agent = AGENTS[command];
  const provider = settings.name ?? `cli:${command}`;
  return {
    name: provider,
    async complete(request, { signal } = {}) {
      signal?.throwIfAborted();
      refuseImages(request, provider);
      const model = isDefaultModel(command, request.model) ? command : request.model;
      const call: CliCall = { provider, model, agent, redact };
      const deadline = AbortSignal.timeout(Math.min(policy.timeoutMs, LONGEST_TIMER_MS));
      const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      const output = await ask(request, settings, call, ended);
      signal?.throwIfAborted();
      if (output.stopped) {
        throw new ProviderError(
          "TIMEOUT",
          `${command} gave no answer within ${policy.timeoutMs} ms. Try again, ask for less or raise the timeout.`,
          { details: { provider } },
        );
      }
      return finishAnswer(readOutput(output, call), { provider, model, entry: undefined, redact });
    },
  };
}

function refuseImages({ messages }: ModelRequest, provider: string): void {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  if (parts.every((part) => part.type === "text")) return;
  throw new ProviderError(
    "INVALID_INPUT",
    "Command-line agents take text only. Leave the images out or choose another provider.",
    { details: { provider } },
  );
}

async function ask(
  request: ModelRequest,
  settings: CliSettings,
  { agent, provider }: CliCall,
  signal: AbortSignal,
): Promise<CliProcessOutput> {
  const program = await locate(settings, provider);
  const directory = await mkdtemp(join(tmpdir(), "faculties-cli-"));
  const release = atProcessExit(() => rmSync(directory, REMOVAL));
  try {
    const [work, temporary] = [join(directory, "work"), join(directory, "tmp")];
    await Promise.all([mkdir(work), mkdir(temporary)]);
    const {
      arguments: args,
      prompt,
      environment,
    } = await agent.prepare(request, async (name, text) => {
      const path = join(directory, name);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    });
    return await runCliProcess({
      program,
      arguments: args,
      cwd: settings.cwd ?? work,
      environment: {
        ...cliEnvironment(settings.environment, agent.signInVariables),
        ...environment,
        TMPDIR: temporary,
      },
      input: prompt,
      signal,
      maxOutputBytes: settings.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES,
    }).catch((cause: unknown) => {
      throw new ProviderError(
        "PROVIDER_UNAVAILABLE",
        `Provider not available: ${agent.command} could not be started. Check that it runs by hand.`,
        { details: { provider }, cause },
      );
    });
  } finally {
    await rm(directory, REMOVAL);
    release();
  }
}

async function locate(
  { command, path, environment }: CliSettings,
  provider: string,
): Promise<string> {
  const program = path ?? (await findProgram(command, environment["PATH"]));
  if (program !== undefined && (await isProgram(program))) return program;
  throw new ProviderError(
    "PROVIDER_UNAVAILABLE",
    `Provider not available: ${command} is not installed${path === undefined ? "" : " at the given path"}. Install it and sign in, or use another provider.`,
    { details: { provider } },
  );
}

function readOutput(output: CliProcessOutput, call: CliCall) {
  const { exitCode, stderr, oversized } = output;
  const details = { provider: call.provider };
  if (oversized) {
    const message = `${call.agent.command} wrote more than the size limit.`;
    throw new ProviderError("API_ERROR", message, { details });
  }
  const reading = call.agent.read(output);
  if (reading !== undefined && "failure" in reading) throw cliError(reading.failure, call);
  if (exitCode !== 0) {
    throw cliError({ words: stderr || `ended with exit code ${exitCode}` }, call);
  }
  if (reading !== undefined) return reading.answer;
  const message = `${call.agent.command} wrote an answer that cannot be understood.`;
  throw new ProviderError("API_ERROR", message, { details });
}

export type CliAgentsSettings = Pick<CliSettings, "environment" | "policy" | "redact"> & {
  /** The agents to use, the preferred one first. */
  agents: readonly { command: CliCommand; path?: string | undefined }[];
};

/** The signed-in coding agents as one provider: the model is `claude`, or `claude/opus` for one of the agent's models. */
export function createCliAgents(settings: CliAgentsSettings): ModelProvider {
  const { agents, ...shared } = settings;
  const providers = new Map<string, ModelProvider>(
    agents.map((agent) => [agent.command, createCliProvider({ ...shared, ...agent, name: "cli" })]),
  );
  return {
    name: "cli",
    async complete(request, options) {
      const [command = "", ...model] = request.model.split("/");
      const isOpen = request.model === "" || request.model === "auto";
      const provider = isOpen ? [...providers.values()][0] : providers.get(command);
      if (provider === undefined) {
        throw new ProviderError(
          "MODEL_NOT_FOUND",
          `Model not found: ${request.model}. The agents on this machine are ${[...providers.keys()].join(", ")}.`,
          { details: { provider: "cli" } },
        );
      }
      return provider.complete({ ...request, model: model.join("/") }, options);
    },
  };
}

const PERSON = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ"];
const DIRECTORIES = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"];
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"];
const CERTIFICATES = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
const WINDOWS = ["USERPROFILE", "APPDATA", "LOCALAPPDATA", "SystemRoot", "ComSpec", "PATHEXT"];

const INHERITED = [
  ...PERSON,
  ...DIRECTORIES.map((name) => `XDG_${name}`),
  // The desktop's keyring, in which some agents keep their sign-in.
  "DBUS_SESSION_BUS_ADDRESS",
  ...PROXIES,
  ...PROXIES.map((name) => name.toLowerCase()),
  ...CERTIFICATES,
  ...WINDOWS,
];

/** The variables that an agent needs to run and to stay signed in. They do not include API keys. */
function cliEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  signInVariables: readonly string[],
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of [...INHERITED, ...signInVariables]) {
    const value = environment[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
