import type { KitServices } from "@faculties/mcp-kit";
import type { Storage } from "@faculties/storage";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Settings } from "../settings.ts";
import { BackgroundEmbedding, type EmbeddingSource } from "./background-embedding.ts";
import { type Embedding, noEmbedding } from "./embedding.ts";

const LOOK_AGAIN_MS = 60_000;

/** The embedding that the settings ask for. Its model is loaded when it is first needed. */
export function createEmbedding(
  settings: Settings,
  services: KitServices,
  { storage, index, localModel }: { storage: Storage; index: SearchIndex; localModel: URL },
): Embedding {
  if (settings.embeddings === "off") return noEmbedding();
  const source =
    settings.embeddings === "local" ? localSource(localModel) : remoteSource(settings, services);
  return new BackgroundEmbedding(source, storage, index, services.log);
}

function localSource(model: URL): EmbeddingSource {
  return {
    description: "the model that ships with this package",
    isLocal: true,
    floor: 0.02,
    patienceMs: 1_000,
    lookAgainMs: LOOK_AGAIN_MS,
    load: async () => {
      const { loadWordEmbeddings } = await import("./word-embeddings.ts");
      return loadWordEmbeddings(model);
    },
  };
}

function remoteSource(settings: Settings, { redact }: KitServices): EmbeddingSource {
  const { embeddingUrl: baseUrl, embeddingModel: model, embeddingKey: apiKey } = settings;
  return {
    description: `${model} at ${baseUrl}`,
    isLocal: false,
    floor: 0,
    patienceMs: 3_000,
    lookAgainMs: LOOK_AGAIN_MS,
    load: async () => {
      const { createOpenAiEmbeddings } = await import("@faculties/providers");
      return createOpenAiEmbeddings({
        baseUrl,
        model,
        apiKey,
        keyVariable: "AGENT_MEMORY_EMBEDDING_KEY",
        dimensions: settings.embeddingDimensions,
        policy: { maxTries: 2, retryDelayMs: 500, timeoutMs: 20_000 },
        redact,
        name: new URL(baseUrl).host,
      });
    },
  };
}
