import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * An agent as it is started here: what `faculties` calls it, what it must be told besides, and how it is asked something without a screen.
 * @typedef {{ home: string, folder: string, url: string, servers: readonly string[] }} Place
 * @typedef {{ title: string, package: string, client: string, prepare?(place: Place): void, command(place: Place, prompt: string): { program: string, args: string[], env: Record<string, string> } }} Agent
 */

/** @type {Agent} */
export const claude = {
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  client: "claude-code",
  command: ({ url, servers }, prompt) => ({
    program: "claude",
    args: ["-p", prompt, "--allowedTools", ...servers.map((server) => `mcp__${server}`)],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
};

/** @type {Agent} */
const codex = {
  title: "Codex",
  package: "@openai/codex",
  client: "codex",
  command({ url, servers }, prompt) {
    const provider = `{name="scripted",base_url="${url}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`;
    const settings = [
      "model_provider=scripted",
      `model_providers.scripted=${provider}`,
      // Codex asks its model at once unless a server is required.
      ...servers.map((server) => `mcp_servers.${server}.required=true`),
    ];
    return {
      program: "codex",
      args: [
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        "--model",
        "scripted",
        ...settings.flatMap((setting) => ["-c", setting]),
        prompt,
      ],
      env: { OPENAI_API_KEY: "sk-scripted" },
    };
  },
};

/** @type {Agent} */
const gemini = {
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  client: "gemini",
  prepare({ home }) {
    const file = join(home, ".gemini", "settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const security = { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } };
    writeFileSync(file, JSON.stringify({ ...settings, security }));
  },
  command: ({ url }, prompt) => ({
    program: "gemini",
    args: ["-p", prompt, "--approval-mode", "yolo", "-m", "gemini-2.5-flash"],
    env: { GEMINI_API_KEY: "scripted", GOOGLE_GEMINI_BASE_URL: url },
  }),
};

/** `faculties` does not know it yet: its file is written from the entries of Claude Code. */
/** @type {Agent} */
const opencode = {
  title: "OpenCode",
  package: "opencode-ai",
  client: "claude-code",
  prepare({ home, folder, url }) {
    const { mcpServers } = JSON.parse(readFileSync(join(home, ".claude.json"), "utf8"));
    const mcp = Object.fromEntries(
      Object.entries(mcpServers).map(([name, { command, args, env }]) => [
        name,
        { type: "local", command: [command, ...args], environment: env ?? {}, enabled: true },
      ]),
    );
    const options = { baseURL: `${url}/v1`, apiKey: "scripted" };
    const models = { model: { name: "model", tool_call: true } };
    const provider = {
      scripted: { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models },
    };
    const model = "scripted/model";
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "opencode.json"),
      JSON.stringify({
        autoupdate: false,
        share: "disabled",
        provider,
        model,
        small_model: model,
        mcp,
      }),
    );
  },
  command: (_, prompt) => ({ program: "opencode", args: ["run", prompt], env: {} }),
};

export const agents = [claude, codex, gemini, opencode];
