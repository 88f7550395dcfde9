import { createServer } from "node:http";
import { wires } from "./wires.mjs";

/** @import { AddressInfo } from "node:net" */
/** @import { ModelCall, OfferedTool, Wire } from "./wires.mjs" */
/** @typedef {{ server: string, tool: string, args: object }} ScriptedCall */
/** @typedef {{ tools: string[], results: string[], seen: string }} Turn */
/** @typedef {(turn: Turn, number: number) => ScriptedCall[]} Script */

/** The answers for a converse server of an agent: it asks on a path of its own. */
export const COUNSEL = "Scripted counsel.";
const COUNSEL_PATH = "/counsel/";

/**
 * A model on loopback that speaks the four wire formats and does what a script says; it keeps what it got to see.
 * @param {Script} script
 */
export async function startScriptedModel(script) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {string[]} */
  const faults = [];
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const { url = "" } = request;
    const wire = wires.find(({ path }) => path.test(url));
    const body = readJson(Buffer.concat(pieces).toString("utf8"));
    if (!wire || body === undefined) return void response.writeHead(wire ? 400 : 404).end("{}");
    if (url.startsWith(COUNSEL_PATH)) return answerPlainly(response, body.stream === true);
    const offered = wire.tools(body);
    const isMain = offered.some(({ full }) => /agent.memory/.test(full));
    const turn = {
      tools: offered.map(({ full }) => full),
      results: wire.results(body),
      seen: wire.seen(body),
    };
    if (isMain || offered.length > 0) turns.push(turn);
    const calls = isMain ? callsOf(script(turn, turns.length), offered, faults) : [];
    send(response, wire, calls);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    counselUrl: `http://127.0.0.1:${port}${COUNSEL_PATH}v1`,
    turns,
    faults,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * @param {ScriptedCall[]} wanted
 * @param {OfferedTool[]} offered
 * @param {string[]} faults
 */
function callsOf(wanted, offered, faults) {
  return wanted.flatMap(({ server, tool, args }, index) => {
    const found = offered.find(
      ({ full }) =>
        flat(full).includes(flat(server)) &&
        (full === tool || flat(full).endsWith(`_${flat(tool)}`)),
    );
    if (!found) faults.push(`the model was not offered ${tool} of ${server}`);
    return found ? [{ tool: found, args, id: `call_${Date.now()}_${index}` }] : [];
  });
}

/** @param {string} name */
function flat(name) {
  return name.toLowerCase().replaceAll("-", "_");
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Wire} wire
 * @param {ModelCall[]} calls
 */
function send(response, wire, calls) {
  const events = wire.stream({ text: calls.length > 0 ? "" : "Done.", calls });
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const { type } = /** @type {{ type?: string }} */ (event);
    response.write(`${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(wire.done ? `data: ${wire.done}\n\n` : undefined);
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {boolean} isStreamed
 */
function answerPlainly(response, isStreamed) {
  const message = { role: "assistant", content: COUNSEL };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const answer = { id: "c", model: "counsel", usage };
  const choice = { index: 0, finish_reason: "stop" };
  if (!isStreamed) {
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end(JSON.stringify({ ...answer, choices: [{ ...choice, message }] }));
  }
  const chunk = { ...answer, choices: [{ ...choice, delta: message }] };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}

/** @param {string} text */
function readJson(text) {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}
