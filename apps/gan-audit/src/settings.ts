import { type AppValues, fileOptions, option, vendorOptions } from "@faculties/mcp-kit";

/** Said wherever somebody may expect an audit. */
export const AUDITING_OFF = "auditing is off. Set ENABLE_GAN_AUDITING=true to turn it on.";

/** Every setting of the server; `--help` and the README's table come from here. */
export const settings = {
  enabled: option.boolean({
    flag: "enable-auditing",
    env: "ENABLE_GAN_AUDITING",
    isLiteral: true,
    describe: "Audit thoughts that hold code, a diff or a gan-config block",
  }),
  root: option.text({
    flag: "root",
    env: "GAN_AUDIT_ROOT",
    placeholder: "folder",
    describe:
      "The folder that audits may read; unless set, the client's root or the working directory, but not the home folder",
  }),
  ...fileOptions,
  judges: option.list({
    flag: "judges",
    env: "GAN_AUDIT_JUDGES",
    placeholder: "internal,openai:gpt-5",
    describe: "Who judges unless a session says otherwise; internal unless set",
  }),
  generator: option.text({
    flag: "generator",
    env: "GAN_AUDIT_GENERATOR",
    placeholder: "openai:gpt-5",
    describe: "The model that proposes fixes; the first model among the judges unless set",
  }),
  threshold: option.decimal({
    flag: "threshold",
    env: "GAN_AUDIT_THRESHOLD",
    min: 0,
    max: 100,
    default: 85,
    describe: "The score from which code passes",
  }),
  maxFiles: option.integer({
    flag: "max-files",
    env: "GAN_AUDIT_MAX_FILES",
    min: 1,
    default: 5_000,
    describe: "Most files in one audit; the rest is reported as left out",
  }),
  maxFileBytes: option.integer({
    flag: "max-file-bytes",
    env: "GAN_AUDIT_MAX_FILE_BYTES",
    min: 1,
    default: 512 * 1024,
    describe: "Largest file that is read; a longer part of a thought is cut there",
  }),
  gitTimeoutMs: option.integer({
    flag: "git-timeout-ms",
    env: "GAN_AUDIT_GIT_TIMEOUT_MS",
    min: 10,
    max: 600_000,
    default: 30_000,
    describe: "Longest time of git for one audit; then it is stopped",
  }),
  engineTimeoutMs: option.integer({
    flag: "engine-timeout-ms",
    env: "GAN_AUDIT_ENGINE_TIMEOUT_MS",
    min: 10,
    max: 600_000,
    default: 20_000,
    describe: "Longest time of one engine for one batch of files; then it is stopped",
  }),
  judgeTimeoutMs: option.integer({
    flag: "judge-timeout-ms",
    env: "GAN_AUDIT_JUDGE_TIMEOUT_MS",
    min: 100,
    max: 2 ** 31 - 1,
    default: 120_000,
    describe: "Longest time of one question to a model, retries included",
  }),
  databasePath: option.text({
    flag: "database",
    env: "DATABASE_PATH",
    placeholder: "file",
    describe: "Where thoughts and audits are kept; the platform's data directory unless set",
  }),
  ...vendorOptions,
  langbaseKey: option.secret({
    env: "LANGBASE_API_KEY",
    describe: "Key for Langbase; a judge is langbase:<pipe>",
  }),
  langbaseBaseUrl: option.url({
    env: "LANGBASE_BASE_URL",
    describe: "Another address for Langbase",
  }),
  ollamaBaseUrl: option.url({
    env: "OLLAMA_BASE_URL",
    default: "http://127.0.0.1:11434/v1",
    describe: "Where Ollama listens, for judges such as ollama:qwen3",
  }),
  compatibleKey: option.secret({
    env: "COMPATIBLE_API_KEY",
    describe: "Key for an OpenAI-compatible server",
  }),
  compatibleBaseUrl: option.url({
    env: "COMPATIBLE_BASE_URL",
    describe: "Address of an OpenAI-compatible server, for judges such as compatible:<model>",
  }),
};

export type Settings = AppValues<typeof settings>;
