import type { KitServices } from "@faculties/mcp-kit";
import type { Storage } from "@faculties/storage";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Settings } from "../settings.ts";
import { BackgroundEmbedding, type EmbeddingSource } from "./background-embedding.ts";
import { type Embedding, noEmbedding } from "./embedding.ts";
import { findTransformer, loadTransformer } from "./transformer.ts";

const LOOK_AGAIN_MS = 60_000;

type Surroundings = { storage: Storage; index: SearchIndex; localModel: URL; here: URL };

/** The embedding that the settings ask for. Its model is loaded when it is first needed. */
export function createEmbedding(
  settings: Settings,
  services: KitServices,
  { storage, index, localModel, here }: Surroundings,
): Embedding {
  const { embeddings } = settings;
  if (embeddings === "off") return noEmbedding();
  const folder = embeddings === "local" ? findTransformer(settings.transformer, here) : undefined;
  const source =
    embeddings === "remote"
      ? remoteSource(settings, services)
      : folder === undefined
        ? wordTableSource(localModel)
        : transformerSource(folder);
  return new BackgroundEmbedding(source, storage, index, services.log);
}

function wordTableSource(model: URL): EmbeddingSource {
  return {
    description: "the word table that ships with this package",
    isLocal: true,
    isEnglishOnly: true,
    noise: 0.02,
    scale: { wordWeight: 1, floor: 0.125 },
    batch: 128,
    patienceMs: 3_000,
    lookAgainMs: LOOK_AGAIN_MS,
    load: async () => {
      const { loadWordEmbeddings } = await import("./word-embeddings.ts");
      return loadWordEmbeddings(model);
    },
  };
}

function transformerSource(folder: string): EmbeddingSource {
  return {
    description: `the sentence transformer in ${folder}`,
    isLocal: true,
    isEnglishOnly: true,
    noise: 0.05,
    scale: { wordWeight: 0.6, floor: 0.145 },
    batch: 16,
    patienceMs: 3_000,
    lookAgainMs: LOOK_AGAIN_MS,
    load: () => loadTransformer(folder),
  };
}

function remoteSource(settings: Settings, { redact }: KitServices): EmbeddingSource {
  const { embeddingUrl: baseUrl, embeddingModel: model, embeddingKey: apiKey } = settings;
  return {
    description: `${model} at ${baseUrl}`,
    isLocal: false,
    isEnglishOnly: false,
    noise: 0,
    scale: { wordWeight: 0.6, floor: 0 },
    batch: 128,
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
