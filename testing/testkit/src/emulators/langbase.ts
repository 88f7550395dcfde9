import * as z from "zod";
import { createPipeStore, type StoredPipe } from "./langbase-pipes.ts";
import { langbaseError } from "./langbase-error.ts";
import { json } from "./recorder-answers.ts";
import type { RecordedRequest } from "./recorder.ts";
import { startScriptedEmulator, type Emulator, type WireReply } from "./scripted-emulator.ts";

export type LangbaseReply = {
  text: string;
  /** The thread that the answer belongs to; one per conversation when left out, null for none at all. */
  threadId?: string | null;
  finish?: string;
  usage?: { prompt?: number; completion?: number };
  model?: string;
  /** Only `completion`, the one field that a client may rely on. */
  bare?: boolean;
};

export type LangbaseEmulator = Emulator<LangbaseReply> & {
  /** The pipes as the management endpoints know them. */
  readonly pipes: ReadonlyMap<string, StoredPipe>;
};

/** Langbase's runs of pipes, scripted by the pipe's name, and a working pipe management. */
export async function startLangbaseEmulator(): Promise<LangbaseEmulator> {
  const store = createPipeStore();
  let threads = 0;

  const emulator = await startScriptedEmulator<LangbaseReply>({
    accept(request) {
      if (!/^Bearer \S+$/.test(request.headers.authorization ?? "")) {
        return langbaseError(401, "Missing or invalid API key.");
      }
      if (request.method === "POST" && request.path === "/v1/pipes/run") return acceptRun(request);
      return store.serve(request) ?? langbaseError(404, "Not found.");
    },
    render(reply, request) {
      const { threadId } = runSchema.parse(request.body);
      const thread = reply.threadId === undefined ? threadId : reply.threadId;
      const header = thread === undefined ? `thread-${(threads += 1)}` : thread;
      return json(responseOf(reply), {
        headers: header === null ? {} : { "lb-thread-id": header },
      });
    },
    unknown: (name) => langbaseError(404, `Pipe ${name} not found.`),
  });
  return { ...emulator, pipes: store.pipes };
}

const contentPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({
    type: z.literal("image_url"),
    image_url: z.strictObject({ url: z.string().startsWith("data:image/") }),
  }),
]);

const runSchema = z.strictObject({
  name: z.string().min(1),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(["system", "user", "assistant"]),
        content: z.union([z.string(), z.array(contentPart).min(1)]),
      }),
    )
    .min(1),
  stream: z.literal(false),
  threadId: z.string().min(1).optional(),
});

function acceptRun(request: RecordedRequest): string | WireReply {
  const parsed = runSchema.safeParse(request.body);
  return parsed.success ? parsed.data.name : langbaseError(400, z.prettifyError(parsed.error));
}

function responseOf(reply: LangbaseReply): unknown {
  if (reply.bare === true) return { completion: reply.text };
  const { prompt = 10, completion = 5 } = reply.usage ?? {};
  return {
    success: true,
    completion: reply.text,
    raw: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_700_000_000,
      model: reply.model ?? "gpt-4o-mini",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: reply.text },
          logprobs: null,
          finish_reason: reply.finish ?? "stop",
        },
      ],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      },
      system_fingerprint: null,
    },
  };
}
