import * as z from "zod";

type Environment = Readonly<Record<string, string | undefined>>;
export type LocalModels = { url: string; models: string[] };

const PORT = 11434;
const PATIENCE_MS = 700;
const answerSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The models of an Ollama that runs on this machine; undefined when none answers or it has none that talks. */
export async function findLocalModels(
  environment: Environment,
  signal: AbortSignal,
): Promise<LocalModels | undefined> {
  const url = `http://${addressOf(environment["OLLAMA_HOST"])}/v1`;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const response = await fetch(`${url}/models`, { signal: patience, redirect: "error" });
    const { data } = answerSchema.parse(await response.json());
    const models = data.map(({ id }) => id).filter((id) => !/embed|bge-|minilm/i.test(id));
    return models.length === 0 ? undefined : { url, models };
  } catch {
    // Nothing listens there, or something else does.
    return undefined;
  }
}

/** Ollama itself takes a host, a port or both; it may listen everywhere, which cannot be called. */
function addressOf(given = ""): string {
  const [, host = "", port = ""] =
    /^(?:https?:\/\/)?([\w.-]*)(?::(\d+))?\/?$/.exec(given.trim()) ?? [];
  const local = host === "" || host === "0.0.0.0" ? "127.0.0.1" : host;
  return `${local}:${port || PORT}`;
}
