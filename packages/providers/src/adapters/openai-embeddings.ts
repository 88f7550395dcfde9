import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { openAiBaseUrl } from "../base-url.ts";
import { callVendor } from "../call-vendor.ts";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import type { EmbeddingProvider } from "../model-provider.ts";
import { sendableKey } from "../provider-settings.ts";
import { splitBatches } from "../split-batches.ts";
import { askOpenAi } from "./openai-client.ts";

export type EmbeddingSettings = Omit<AdapterSettings, "registry"> & {
  model: string;
  /** Requested from the vendor, and required of every vector. */
  dimensions?: number | undefined;
};

type EmbeddingAccess = { baseUrl: string; apiKey: string | undefined };

const BATCH_TEXTS = 128;
const BATCH_CHARACTERS = 200_000;

const embeddingsSchema = z.looseObject({
  data: z.array(
    z.looseObject({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) }),
  ),
});

/** Embeddings of OpenAI and of every server that speaks its POST /embeddings. */
export function createOpenAiEmbeddings(settings: EmbeddingSettings): EmbeddingProvider {
  const { model, dimensions } = settings;
  const provider = settings.name ?? "openai";

  const embedBatch = (access: EmbeddingAccess, input: string[], signal: AbortSignal | undefined) =>
    callVendor({ provider, model, settings, signal }, async (attemptSignal) => {
      const answer = await askOpenAi(access, attemptSignal, (client) =>
        client.embeddings.create({
          model,
          input,
          encoding_format: "float",
          ...(dimensions !== undefined && { dimensions }),
        }),
      );
      return readVectors(answer, input.length, dimensions);
    });

  return {
    id: `${provider}/${model}${dimensions === undefined ? "" : `@${dimensions}`}`,
    async embed(texts, options = {}) {
      const access = {
        baseUrl: openAiBaseUrl(provider, settings.baseUrl),
        apiKey: sendableKey(provider, settings.apiKey, settings.keyVariable),
      };
      const vectors: Float32Array[] = [];
      const limits = { items: BATCH_TEXTS, characters: BATCH_CHARACTERS };
      for (const batch of splitBatches(texts, limits)) {
        vectors.push(...(await embedBatch(access, batch, options.signal)));
      }
      return vectors;
    },
  };
}

/** One vector per text, in the order of the texts, all of one length. Throws HttpFailure for anything else. */
function readVectors(
  answer: ExchangeAnswer,
  expected: number,
  dimensions: number | undefined,
): Float32Array[] {
  const { data } = readAnswer(embeddingsSchema, answer);
  const length = dimensions ?? data[0]?.embedding.length;
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: expected }, (_, index) => {
    const embedding = byIndex.get(index);
    if (embedding === undefined || embedding.length !== length || data.length !== expected) {
      throw new HttpFailure("garbage", "the vectors do not match the texts", { ...answer });
    }
    return Float32Array.from(embedding);
  });
}
