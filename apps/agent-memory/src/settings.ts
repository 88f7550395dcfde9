import { type AppValues, option } from "@faculties/mcp-kit";
import { ROLES } from "./domain/access.ts";

/** Every setting of the server; `--help` and the README's table come from here. */
export const settings = {
  role: option.choice({
    flag: "role",
    env: "AGENT_MEMORY_ROLE",
    choices: ROLES,
    default: "agent",
    describe:
      "viewer searches, agent writes, admin also decides on proposals and replaces human decisions",
  }),
  secret: option.secret({
    env: "AGENT_MEMORY_SECRET",
    describe: "Needed for every write",
  }),
  secretHash: option.secret({
    env: "AGENT_MEMORY_SECRET_HASH",
    describe: "SHA-256 of the only accepted secret, in hexadecimal",
  }),
  cooldownMs: option.integer({
    flag: "cooldown-ms",
    env: "AGENT_MEMORY_COOLDOWN_MS",
    min: 0,
    max: 86_400_000,
    default: 2_000,
    describe: "Time between two writes of one role, in all processes on the database",
  }),
  cooldownBurst: option.integer({
    flag: "cooldown-burst",
    env: "AGENT_MEMORY_COOLDOWN_BURST",
    min: 1,
    max: 10_000,
    default: 10,
    describe: "Writes of one role that may follow each other at once before the cooldown applies",
  }),
  reflection: option.boolean({
    flag: "enable-reflection",
    env: "AGENT_MEMORY_REFLECTION",
    describe: "Offer record_event, from which proposals are made, and reject_proposal",
  }),
  project: option.text({
    flag: "project",
    env: "AGENT_MEMORY_PROJECT",
    placeholder: "folder or name",
    describe:
      "The project that new decisions belong to; by default the git repository of the client's folder or of the working folder; none for decisions that all projects see",
  }),
  allProjects: option.boolean({
    flag: "all-projects",
    env: "AGENT_MEMORY_ALL_PROJECTS",
    describe: "Search and list the decisions of all projects",
  }),
  database: option.text({
    flag: "database",
    env: "DATABASE_PATH",
    placeholder: "file",
    describe: "The database file; by default in the platform's data folder",
  }),
  embeddings: option.choice({
    flag: "embeddings",
    env: "AGENT_MEMORY_EMBEDDINGS",
    choices: ["local", "table", "remote", "off"],
    default: "local",
    describe:
      "local: the sentence transformer if it is installed, otherwise the word table; table; remote: an OpenAI-compatible service; off: words alone",
  }),
  transformer: option.text({
    flag: "transformer",
    env: "AGENT_MEMORY_TRANSFORMER",
    placeholder: "folder",
    describe:
      "The folder of the sentence transformer's package, where it is not installed next to this one",
  }),
  embeddingUrl: option.url({
    flag: "embedding-url",
    env: "AGENT_MEMORY_EMBEDDING_URL",
    default: "https://api.openai.com/v1",
    describe: "Base URL of the remote embeddings, such as http://127.0.0.1:11434/v1 for Ollama",
  }),
  embeddingModel: option.text({
    flag: "embedding-model",
    env: "AGENT_MEMORY_EMBEDDING_MODEL",
    placeholder: "name",
    default: "text-embedding-3-small",
    describe: "Model of the remote embeddings",
  }),
  embeddingKey: option.secret({
    env: "AGENT_MEMORY_EMBEDDING_KEY",
    describe: "Key of the remote embeddings",
  }),
  embeddingDimensions: option.integer({
    flag: "embedding-dimensions",
    env: "AGENT_MEMORY_EMBEDDING_DIMENSIONS",
    min: 8,
    max: 8_192,
    describe: "Asked of the remote embeddings; their own number when absent",
  }),
};

export type Settings = AppValues<typeof settings>;
