import * as z from "zod";
import type { StreamAssembly } from "../event-stream.ts";

const chunkSchema = z.looseObject({
  model: z.string().optional().catch(undefined),
  error: z.unknown().optional(),
  usage: z.unknown().optional(),
  citations: z.unknown().optional(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish().catch(undefined),
        error: z.unknown().optional(),
        delta: z
          .looseObject({
            content: z.string().nullish().catch(undefined),
            refusal: z.string().nullish().catch(undefined),
            annotations: z.array(z.unknown()).nullish().catch(undefined),
          })
          .nullish()
          .catch(undefined),
      }),
    )
    .catch([]),
});

/** The chunks of POST /chat/completions, put together into the completion that a server sends without streaming. */
export function assembleChat(): StreamAssembly {
  let content = "";
  let refusal = "";
  const annotations: unknown[] = [];
  let finish: string | undefined;
  const top: { model?: string; error?: unknown; usage?: unknown; citations?: unknown } = {};
  return {
    take(event) {
      const { model, error, usage, citations, choices } = chunkSchema.parse(event);
      const [choice] = choices;
      const failure = error ?? choice?.error;
      if (failure != null) top.error = failure;
      if (model !== undefined) top.model = model;
      if (usage != null) top.usage = usage;
      if (citations != null) top.citations = citations;
      finish = choice?.finish_reason ?? finish;
      refusal += choice?.delta?.refusal ?? "";
      annotations.push(...(choice?.delta?.annotations ?? []));
      const text = choice?.delta?.content ?? "";
      content += text;
      return text;
    },
    body() {
      if (finish === undefined && top.error === undefined) return undefined;
      const message = { role: "assistant", content, refusal, annotations };
      return { ...top, choices: [{ index: 0, finish_reason: finish, message }] };
    },
  };
}
