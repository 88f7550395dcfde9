import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import type { Subject } from "../find-servers.mjs";
import { type Channel, type Era, type Exchange, handshake, paramsFor } from "./channel.ts";
import { expectedAnswers, isObject } from "./expected-answers.ts";
import { startChild } from "./server-child.ts";

const START_MS = 60_000;
const DEADLINE_MS = 30_000;
const AT_ONCE = 8;
/** Longer ones make headers that no HTTP server takes. */
const LONGEST_NAME = 2_000;

type HttpAnswer = { status: number; messages: unknown[]; problem?: string };
type Session = { id?: string };

/** Posts each message as a client of its era would, with the headers that belong to it. */
export async function openHttpChannel(subject: Subject, era: Era): Promise<Channel> {
  const args = ["--http", "127.0.0.1:0", "--http-rate-limit", "1000000"];
  const child = await startChild(subject, args, "info");
  child.process.stdout.resume();
  const url = await listening(child.process.stderr, child.ended);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const session: Session = {};
  let lastId = 0;

  function post(body: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "content-length": String(body.length),
        ...(session.id !== undefined && { "mcp-session-id": session.id }),
        ...(era === "2026-07-28" && modernHeaders(body)),
      };
      const sent = httpRequest(url, { method: "POST", agent, headers }, (response) => {
        const opened = response.headers["mcp-session-id"];
        if (typeof opened === "string") session.id ??= opened;
        void readAnswer(response, (id) => {
          const refusal = { jsonrpc: "2.0", id, error: { code: -32_601, message: "Not here." } };
          void post(Buffer.from(JSON.stringify(refusal)));
        }).then(resolve);
      });
      sent.setTimeout(DEADLINE_MS, () => sent.destroy(new Error("It was never answered.")));
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // The server had closed the idle connection before the request got there.
        if (sent.reusedSocket && error.code === "ECONNRESET") resolve(post(body));
        else resolve({ status: 0, messages: [], problem: error.message });
      });
      sent.end(body);
    });
  }

  async function exchange(messages: readonly Buffer[]): Promise<Exchange[]> {
    const results: Exchange[] = [];
    const turns = messages.entries();
    const worker = async () => {
      for (const [at, body] of turns) results[at] = judge(body.toString(), await post(body));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return results;
  }

  async function request(method: string, params: Record<string, unknown> = {}) {
    lastId += 1;
    const message = { jsonrpc: "2.0", id: `own-${lastId}`, method, params: paramsFor(era, params) };
    const { messages, ...rest } = await post(Buffer.from(JSON.stringify(message)));
    const answer = messages.at(-1);
    if (isObject(answer) && isObject(answer["result"])) return answer["result"];
    throw new Error(`${method}: ${JSON.stringify({ messages, ...rest })}`);
  }

  if (era === "2025-11-25") {
    await request("initialize", handshake);
    await post(Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
  }
  return {
    name: `http ${era}`,
    era,
    address: url.href,
    exchange,
    request,
    log: child.log,
    ended: child.ended,
    memory: child.memory,
    async close() {
      agent.destroy();
      await child.kill();
    },
  };
}

/** HTTP owes every message a status that is not a failure of the server, and every request an answer. */
function judge(text: string, { status, messages, problem }: HttpAnswer): Exchange {
  const answers = messages.filter(
    (message) => !isObject(message) || message["method"] === undefined,
  );
  const ids = expectedAnswers(text).filter((id) => id !== null);
  const isAcknowledged = messages.length > answers.length;
  const faults = [
    ...(problem === undefined ? [] : [problem]),
    ...(status >= 500 ? [`It was answered with HTTP ${status}.`] : []),
    ...(problem === undefined && ids.length > 0 && answers.length === 0 && !isAcknowledged
      ? [`HTTP ${status}, but no answer.`]
      : []),
    ...(status === 200 ? answers : []).flatMap((answer) =>
      ids.some((id) => id === (answer as { id?: unknown }).id)
        ? []
        : ["An answer under another id."],
    ),
  ];
  return { answers, faults };
}

/** Reads JSON, or events until the answer has come; a subscription ends with its acknowledgement. */
function readAnswer(response: IncomingMessage, refuse: (id: unknown) => void): Promise<HttpAnswer> {
  const status = response.statusCode ?? 0;
  const isStream = response.headers["content-type"]?.startsWith("text/event-stream") ?? false;
  return new Promise((resolve) => {
    const messages: unknown[] = [];
    let text = "";
    const hear = (data: string) => {
      const message: unknown = JSON.parse(data);
      if (isObject(message) && typeof message["method"] === "string") {
        if (message["id"] !== undefined) return refuse(message["id"]);
        if (message["method"] !== "notifications/subscriptions/acknowledged") return;
        messages.push(message);
        response.destroy();
        return resolve({ status, messages });
      }
      messages.push(message);
    };
    response.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (!isStream) return;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) hear(data);
      }
    });
    response.on("end", () => {
      if (isStream || text === "") return resolve({ status, messages });
      try {
        hear(text);
        resolve({ status, messages });
      } catch {
        resolve({ status, messages, problem: `The body is no JSON: ${text.slice(0, 500)}` });
      }
    });
    response.on("error", ({ message }) => resolve({ status, messages, problem: message }));
  });
}

function modernHeaders(body: Buffer): Record<string, string> {
  let message: unknown;
  try {
    message = JSON.parse(body.toString());
  } catch {
    return { "mcp-protocol-version": "2026-07-28" };
  }
  const { method, params } = isObject(message) ? message : {};
  const { name, uri } = isObject(params) ? params : {};
  const named = [name, uri].find((value) => typeof value === "string");
  return {
    "mcp-protocol-version": "2026-07-28",
    ...(typeof method === "string" && isHeader(method) && { "mcp-method": method }),
    ...(typeof named === "string" &&
      named.length <= LONGEST_NAME && { "mcp-name": headerOf(named) }),
  };
}

function isHeader(text: string): boolean {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Text that a header cannot hold goes into it as base64. */
function headerOf(text: string): string {
  return isHeader(text) && !text.startsWith("=?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

function listening(stderr: NodeJS.ReadableStream, ended: () => string | undefined): Promise<URL> {
  return new Promise((resolve, reject) => {
    let log = "";
    const late = setTimeout(() => reject(new Error(`It does not listen:\n${log}`)), START_MS);
    const done = (settle: () => void) => {
      clearTimeout(late);
      stderr.off("data", hear);
      settle();
    };
    const hear = (text: Buffer | string) => {
      log += text.toString();
      const found = /http:\/\/[^\s"]+\/mcp\b/.exec(log)?.[0];
      if (found !== undefined) done(() => resolve(new URL(found)));
      else if (ended() !== undefined) done(() => reject(new Error(log)));
    };
    stderr.on("data", hear);
  });
}
