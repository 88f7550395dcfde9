import { createServer } from "node:http";

/** @import { IncomingMessage } from "node:http" */
/** @import { AddressInfo } from "node:net" */

/**
 * OpenAI, Google, xAI and Anthropic on one loopback port; it notes when a request arrives and when it is answered.
 * @param {Record<string, [number, number]>} [latencies] of a model's first answer and of its refinement, in ms
 */
export async function startVendors(latencies = {}) {
  /** @type {{ arrived: number, answered: number }[]} */
  const exchanges = [];
  const server = createServer(async (request, response) => {
    const exchange = { arrived: performance.now(), answered: 0 };
    exchanges.push(exchange);
    const text = await bodyOf(request);
    const { model, body, turns } = answerTo(request.url ?? "", JSON.parse(text));
    const [first, refined] = latencies[model] ?? [0, 0];
    const wait = turns > 1 ? refined : first;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
    exchange.answered = performance.now();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  const env = environment(`http://127.0.0.1:${port}`);
  return { env, exchanges, close: () => server.close() };
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * @param {string} path
 * @param {any} asked
 */
function answerTo(path, asked) {
  const text = "An answer of a few words.";
  const google = /models\/([^:]+):generateContent/.exec(path)?.[1];
  if (google !== undefined) {
    const content = { role: "model", parts: [{ text }] };
    const body = { candidates: [{ content, finishReason: "STOP" }] };
    return { model: google, body, turns: asked.contents.length };
  }
  const { model } = asked;
  if (path.endsWith("/messages")) {
    const body = { model, content: [{ type: "text", text }], stop_reason: "end_turn" };
    return { model, body, turns: asked.messages.length };
  }
  const turns = asked.input.filter((/** @type {any} */ item) => item.role !== "system").length;
  const content = [{ type: "output_text", text }];
  const output = [{ type: "message", role: "assistant", content }];
  return { model, body: { model, status: "completed", output }, turns };
}

/**
 * The environment in which converse calls the emulated vendors.
 * @param {string} url
 */
function environment(url) {
  const vendors = ["OPENAI", "GOOGLE", "XAI", "ANTHROPIC"].flatMap((name) => [
    [`${name}_BASE_URL`, url],
    [`${name}_API_KEY`, `key-of-${name}-0123456789`],
  ]);
  return { ...Object.fromEntries(vendors), CONVERSE_CLI: "off", LOG_LEVEL: "error" };
}
