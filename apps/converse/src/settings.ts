import { type AppValues, fileOptions, option, vendorOptions } from "@faculties/mcp-kit";

const HOUR_IN_A_WEEK = 24 * 7;

/** Every setting of the server; `--help` and the README's table come from here. */
export const settings = {
  ...vendorOptions,
  geminiKey: option.secret({
    env: "GEMINI_API_KEY",
    describe: "Another name for GOOGLE_API_KEY, which wins",
  }),
  mistralKey: option.secret({ env: "MISTRAL_API_KEY", describe: "Key for Mistral" }),
  deepseekKey: option.secret({ env: "DEEPSEEK_API_KEY", describe: "Key for DeepSeek" }),
  groqKey: option.secret({ env: "GROQ_API_KEY", describe: "Key for Groq" }),
  togetherKey: option.secret({ env: "TOGETHER_API_KEY", describe: "Key for Together" }),
  moonshotKey: option.secret({ env: "MOONSHOT_API_KEY", describe: "Key for Moonshot (Kimi)" }),
  zaiKey: option.secret({ env: "ZAI_API_KEY", describe: "Key for Z.ai (GLM)" }),
  azureKey: option.secret({ env: "AZURE_OPENAI_API_KEY", describe: "Key for Azure OpenAI" }),
  azureEndpoint: option.url({
    env: "AZURE_OPENAI_ENDPOINT",
    describe: "Your resource of Azure OpenAI, as in https://name.openai.azure.com",
  }),
  liveModels: option.choice({
    flag: "live-models",
    env: "CONVERSE_LIVE_MODELS",
    choices: ["on", "off"],
    default: "on",
    describe:
      "Ask each configured vendor daily which models it has; off: take the built-in list as it is",
  }),
  compatibleBaseUrl: option.list({
    env: "COMPATIBLE_BASE_URL",
    placeholder: "name=url,…",
    describe:
      "OpenAI-compatible servers (Ollama, LM Studio, vLLM, llama.cpp): a URL, or several as name=url",
  }),
  compatibleKey: option.secret({
    env: "COMPATIBLE_API_KEY",
    describe: "Key for the first compatible server, or several as name=key",
  }),
  cliAgents: option.list({
    flag: "cli",
    env: "CONVERSE_CLI",
    placeholder: "claude,codex,gemini",
    describe: "Agents on this machine to ask, or off; those on PATH that are signed in unless set",
  }),
  autoModel: option.text({
    flag: "auto-model",
    env: "CONVERSE_AUTO_MODEL",
    placeholder: "model",
    describe: "What auto stands for; a model of the first configured provider unless set",
  }),
  judge: option.text({
    flag: "judge",
    env: "CONVERSE_JUDGE",
    placeholder: "model",
    describe:
      "Model that draws the conclusion of a consensus, or off; the best that did not answer unless set",
  }),
  modelsFile: option.text({
    flag: "models-file",
    env: "CONVERSE_MODELS_FILE",
    placeholder: "file",
    describe: "A JSON list of models that adds to the built-in one",
  }),
  allowedDirectories: option.list({
    flag: "allowed-dirs",
    env: "CONVERSE_ALLOWED_DIRS",
    placeholder: "a,b",
    describe:
      "Where files may be read; unless set, the client's roots or the working directory, but not the home folder",
  }),
  ...fileOptions,
  budgetPerDay: option.decimal({
    flag: "budget-usd-day",
    env: "CONVERSE_BUDGET_USD_DAY",
    min: 0,
    describe: "Refuse calls that would spend more than this in a day (UTC), at list prices",
  }),
  budgetPerConversation: option.decimal({
    flag: "budget-usd-conversation",
    env: "CONVERSE_BUDGET_USD_CONVERSATION",
    min: 0,
    describe: "Refuse further turns of a conversation that has cost this much",
  }),
  requestTimeoutMs: option.integer({
    flag: "request-timeout-ms",
    env: "REQUEST_TIMEOUT_MS",
    min: 1,
    max: 2 ** 31 - 1,
    default: 300_000,
    describe: "Longest time for a call, all retries and rounds together",
  }),
  retryDelayMs: option.integer({
    flag: "retry-delay-ms",
    env: "CONVERSE_RETRY_DELAY_MS",
    min: 0,
    max: 60_000,
    default: 500,
    describe: "Wait before the second of three tries; doubles for the third",
  }),
  maxOutputTokens: option.integer({
    flag: "max-output-tokens",
    env: "MAX_MCP_OUTPUT_TOKENS",
    min: 1,
    default: 25_000,
    describe: "Longest answer to the client in tokens, 200000 at most",
  }),
  conversationHours: option.decimal({
    flag: "conversation-ttl-hours",
    env: "CONVERSATION_TTL_HOURS",
    min: 0,
    default: HOUR_IN_A_WEEK,
    describe: "Hours of idleness after which a conversation expires",
  }),
  cache: option.choice({
    flag: "cache",
    env: "CONVERSE_CACHE",
    choices: ["auto", "on", "off"],
    default: "auto",
    describe:
      "Answer a repeated first question of a chat from memory for 10 minutes: at temperature 0, always, never",
  }),
  databasePath: option.text({
    flag: "database",
    env: "DATABASE_PATH",
    placeholder: "file",
    describe: "Where conversations and metrics are kept; the platform's data directory unless set",
  }),
};

export type Settings = AppValues<typeof settings>;
