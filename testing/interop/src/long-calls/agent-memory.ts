import { hang, json, type RecordedRequest, startRecorder } from "@faculties/testkit/emulators";
import { heldByVendor, HOLD, isHeld } from "./held-by-vendor.ts";
import type { LongCalls } from "./long-calls.ts";

/** Embeddings of a service that knows one meaning, and holds what it is to hold. */
export async function searchMemory(): Promise<LongCalls> {
  const service = await startRecorder((response, request, sever) => {
    const answer = isHeld(request) ? hang() : json(oneMeaning(request));
    return answer(response, request, sever);
  });
  const search = (query: string) => ({ tool: "search_decisions", arguments: { query } });
  return {
    env: {
      AGENT_MEMORY_SECRET: "for-interop",
      AGENT_MEMORY_COOLDOWN_MS: "0",
      AGENT_MEMORY_EMBEDDINGS: "remote",
      AGENT_MEMORY_EMBEDDING_URL: `${service.url}/v1`,
    },
    smoke: search("anything"),
    lasts: "`search_decisions`, when it waits for remote embeddings",
    progress: "a search waits three seconds at most, the rest is done at once",
    witness: "the connection to the embeddings is closed",
    hold: async (mark) => ({ ...search(`${HOLD} ${mark}`), ...heldByVendor(service, mark) }),
    close: () => service.close(),
  };
}

function oneMeaning({ body }: RecordedRequest): object {
  const { input, model } = body as { input: string[]; model: string };
  const data = input.map((_, index) => ({ object: "embedding", index, embedding: [0.6, 0.8] }));
  return { object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } };
}
