import { option } from "@faculties/mcp-kit";

const PROVIDERS = ["langbase", "openai", "cli", "sampling", "local"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

const pipe = (env: string, name: string, what: string) =>
  option.text({ env, default: name, placeholder: "name", describe: `Pipe for ${what}` });

/** Every setting of the server. `--help` and the table of the README come from here. */
export const settings = {
  langbaseKey: option.secret({
    env: "LANGBASE_API_KEY",
    describe: "Langbase API key; needed by the langbase provider only",
  }),
  langbaseUrl: option.url({
    flag: "langbase-base-url",
    env: "LANGBASE_BASE_URL",
    default: "https://api.langbase.com",
    describe: "Langbase API endpoint",
  }),
  provider: option.choice({
    flag: "provider",
    env: "REASONING_PROVIDER",
    choices: PROVIDERS,
    describe: "Whose model thinks; the first that is configured, in this order, when absent",
  }),
  model: option.text({
    flag: "model",
    env: "REASONING_MODEL",
    placeholder: "name",
    describe: "Model of the openai, cli or sampling provider; required with OPENAI_BASE_URL",
  }),
  openaiKey: option.secret({ env: "OPENAI_API_KEY", describe: "Key of the openai provider" }),
  openaiUrl: option.url({
    flag: "openai-base-url",
    env: "OPENAI_BASE_URL",
    describe: "OpenAI-compatible server, such as http://127.0.0.1:11434/v1 for Ollama",
  }),
  database: option.text({
    flag: "database",
    env: "DATABASE_PATH",
    placeholder: "file",
    describe: "SQLite database; by default in the platform's data folder",
  }),
  connections: option.integer({
    flag: "database-max-connections",
    env: "DATABASE_MAX_CONNECTIONS",
    min: 1,
    max: 64,
    default: 5,
    describe: "Connections that read at the same time",
  }),
  timeoutMs: option.integer({
    flag: "request-timeout-ms",
    env: "REQUEST_TIMEOUT_MS",
    min: 1,
    max: 3_600_000,
    default: 30_000,
    describe: "Budget of a model call with all its retries; six times as long for cli and sampling",
  }),
  maxRetries: option.integer({
    flag: "max-retries",
    env: "MAX_RETRIES",
    min: 0,
    max: 20,
    default: 3,
    describe: "Further tries after 408, 429, 5xx and network failures",
  }),
  retryDelayMs: option.integer({
    flag: "retry-delay-ms",
    env: "RETRY_DELAY_MS",
    min: 0,
    max: 600_000,
    default: 1_000,
    describe: "Wait before the first retry; doubles with each one after",
  }),
  presets: option.text({
    flag: "presets",
    env: "REASONING_PRESETS",
    placeholder: "file",
    describe: "JSON file with a list of further workflow presets",
  }),
  observe: option.boolean({
    flag: "enable-observe",
    env: "REASONING_OBSERVE",
    describe: "Offer reasoning_export and reasoning_metrics too (toolset observe)",
  }),
  pipeLinear: pipe("PIPE_LINEAR", "linear-reasoning-v1", "linear reasoning and backtracking"),
  pipeTree: pipe("PIPE_TREE", "tree-reasoning-v1", "tree reasoning"),
  pipeDivergent: pipe("PIPE_DIVERGENT", "divergent-reasoning-v1", "divergent reasoning"),
  pipeReflection: pipe("PIPE_REFLECTION", "reflection-v1", "reflection"),
  pipeAuto: pipe("PIPE_AUTO", "mode-router-v1", "the choice of a mode"),
  pipeGot: pipe("PIPE_GOT", "got-reasoning-v1", "graphs of thoughts"),
  pipeDetection: pipe("PIPE_DETECTION", "detection-v1", "biases and fallacies"),
  pipeDecision: pipe(
    "PIPE_DECISION_FRAMEWORK",
    "decision-framework-v1",
    "decisions, perspectives, evidence and likelihoods",
  ),
};
