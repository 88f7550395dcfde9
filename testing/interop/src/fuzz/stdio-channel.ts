import type { Subject } from "../find-servers.mjs";
import { type Channel, type Era, type Exchange, handshake, paramsFor } from "./channel.ts";
import { cancelledBy, expectedAnswers, isObject, type MessageId } from "./expected-answers.ts";
import { startChild } from "./server-child.ts";

const DEADLINE_MS = 30_000;
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

type Waiting = {
  answers: Map<string, unknown[]>;
  wanted: Map<string, number>;
  /** May be answered or not. */
  cancelled: Set<string>;
  settle(): void;
};

/** Speaks lines. Answers come in any order, so they are found by their ids; those without one are counted. */
export async function openStdioChannel(subject: Subject, era: Era): Promise<Channel> {
  const child = await startChild(subject, [], "error");
  const { stdin, stdout } = child.process;
  let waiting: Waiting | undefined;
  let strays: string[] = [];
  let rest = "";
  let lastId = 0;

  const write = (data: Buffer | string) => void stdin.write(data);
  const send = (message: object) => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  function receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      strays.push(`No JSON on stdout: ${line.slice(0, 500)}`);
      return;
    }
    if (isObject(message) && typeof message["method"] === "string") {
      const { id, params } = message;
      // No client is here to answer requests of the server.
      if (id !== undefined) return send({ id, error: { code: -32_601, message: "Not here." } });
      const subscription =
        isObject(params) && isObject(params["_meta"]) && params["_meta"][SUBSCRIPTION];
      if (message["method"] !== "notifications/subscriptions/acknowledged") return;
      send({
        method: "notifications/cancelled",
        params: paramsFor(era, { requestId: subscription }),
      });
      return settle(subscription, message);
    }
    settle(isObject(message) ? message["id"] : undefined, message);
  }

  function settle(id: unknown, message: unknown): void {
    const key = JSON.stringify(id);
    const wanted = waiting?.wanted.get(key) ?? 0;
    if (waiting?.cancelled.has(key)) return;
    if (!waiting || wanted === 0) {
      strays.push(`An answer that nobody waits for: ${JSON.stringify(message).slice(0, 500)}`);
      return;
    }
    waiting.wanted.set(key, wanted - 1);
    waiting.answers.set(key, [...(waiting.answers.get(key) ?? []), message]);
    if ([...waiting.wanted.values()].every((count) => count === 0)) waiting.settle();
  }

  stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) receive(line);
  });

  async function exchange(messages: readonly Buffer[]): Promise<Exchange[]> {
    const texts = messages.map((message) => message.toString());
    const cancelled = new Set(texts.flatMap(cancelledBy).map((id) => JSON.stringify(id)));
    const expected = texts.map((text) =>
      expectedAnswers(text).filter((id) => !cancelled.has(JSON.stringify(id))),
    );
    const wanted = new Map<string, number>();
    for (const id of expected.flat())
      wanted.set(JSON.stringify(id), (wanted.get(JSON.stringify(id)) ?? 0) + 1);
    const answers = new Map<string, unknown[]>();
    strays = [];
    const isLate = await new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(true), DEADLINE_MS);
      const done = () => {
        clearTimeout(late);
        child.process.off("close", done);
        resolve(false);
      };
      waiting = { answers, wanted, cancelled, settle: done };
      child.process.once("close", done);
      write(Buffer.concat(messages.flatMap((message) => [message, Buffer.from("\n")])));
      if (wanted.size === 0) done();
    });
    waiting = undefined;
    return expected.map((ids, at) => take(ids, answers, at === 0 ? strays : [], isLate));
  }

  async function request(method: string, params: Record<string, unknown> = {}) {
    lastId += 1;
    const message = { jsonrpc: "2.0", id: `own-${lastId}`, method, params: paramsFor(era, params) };
    const [got] = await exchange([Buffer.from(JSON.stringify(message))]);
    const [answer] = got?.answers ?? [];
    if (isObject(answer) && isObject(answer["result"])) return answer["result"];
    throw new Error(`${method}: ${JSON.stringify(got)} ${child.log()}`);
  }

  if (era === "2025-11-25") {
    await request("initialize", handshake);
    send({ method: "notifications/initialized" });
  }
  return {
    name: `stdio ${era}`,
    era,
    address: "",
    exchange,
    request,
    log: child.log,
    ended: child.ended,
    memory: child.memory,
    async close() {
      stdin.end();
      await child.kill();
    },
  };
}

function take(
  ids: readonly MessageId[],
  answers: Map<string, unknown[]>,
  strays: readonly string[],
  isLate: boolean,
): Exchange {
  const found = ids.flatMap((id) => answers.get(JSON.stringify(id))?.splice(0, 1) ?? []);
  const isMissing = found.length < ids.length;
  return {
    answers: found,
    faults: [
      ...(isMissing ? [isLate ? "It was never answered." : "The server ended before it."] : []),
      ...strays,
    ],
  };
}
