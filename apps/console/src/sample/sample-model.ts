import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { SAMPLE_ANSWERS } from "./sample-answers.ts";

export type SampleModel = { url: string; close(): Promise<void> };

const NOTHING_LEFT =
  "This model belongs to the sample data: it has said what it was written to say. Remove the sample data to use real models.";

/**
 * An OpenAI-compatible service on loopback whose models say what was written for the sample, each answer once and in
 * order. With it the sample goes through the servers' own tools, and needs no key.
 */
export async function startSampleModel(): Promise<SampleModel> {
  const left = new Map(
    Object.entries(SAMPLE_ANSWERS).map(([model, answers]) => [model, [...answers]]),
  );
  const server = createServer((request, response) => {
    const send = (body: unknown) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.url?.endsWith("/models"))
      return send({
        object: "list",
        data: [...left.keys()].map((id) => ({ id, object: "model" })),
      });
    return void json(request)
      .then((body) => send(complete(body as Question, left)))
      .catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Question = { model: string; messages: unknown };

function complete({ model, messages }: Question, left: ReadonlyMap<string, string[]>) {
  const content = left.get(model)?.shift() ?? NOTHING_LEFT;
  const [prompt_tokens, completion_tokens] = [
    tokensOf(JSON.stringify(messages)),
    tokensOf(content),
  ];
  return {
    id: "sample",
    object: "chat.completion",
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

/** Four characters are about a token. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);
