import type { Subject } from "../find-servers.mjs";
import { faultsIn } from "./answer-faults.ts";
import type { Channel, Exchange } from "./channel.ts";
import { isObject } from "./expected-answers.ts";
import { MessageMaker } from "./message-maker.ts";
import { mutateMessage } from "./mutate-message.ts";
import { Random } from "./random.ts";

const AT_ONCE = 40;
const MOST_FAULTS = 20;
const MOST_KEPT = 400;
const SHOWN = 1_500;
const inLog = /failed unexpectedly|work in the background failed|unhandled|FATAL/i;

export type Fault = { why: string; bytes: Buffer; answers: unknown[] };

export type FuzzReport = {
  sent: number;
  answered: number;
  /** How often each code came back; 0 stands for a result. */
  codes: Map<number, number>;
  faults: Fault[];
  memory: { before: number; after: number };
};

/**
 * Sends messages that are nearly right. One that is answered as none before it is mutated further: so the search continues where
 * something new happens, instead of where nearly everything is refused.
 */
export async function fuzzMessages(
  channel: Channel,
  subject: Subject,
  { seed, messages }: { seed: number; messages: number },
): Promise<FuzzReport> {
  const random = new Random(seed);
  const maker = await MessageMaker.open(channel, subject, random, seed);
  const report = newReport(channel);
  const seen = new Set<string>();
  const kept: { message: unknown; bytes: Buffer }[] = [];
  while (report.sent < messages && report.faults.length < MOST_FAULTS) {
    const many = Math.min(AT_ONCE, messages - report.sent);
    const batch = Array.from({ length: many }, () => {
      const again = kept.length > 0 && random.below(4) === 0;
      const message = again ? renumbered(random.pick(kept).message, maker) : maker.make();
      const others = kept.map(({ bytes }) => bytes);
      return { message, bytes: mutateMessage(message, others, random) };
    });
    const exchanges = await send(
      channel,
      batch.map(({ bytes }) => bytes),
      report,
    );
    for (const [at, exchange] of exchanges.entries()) {
      for (const answer of exchange.answers) {
        maker.learn(answer);
        const signature = signatureOf(answer);
        if (seen.has(signature)) continue;
        seen.add(signature);
        const { message, bytes } = batch[at] as (typeof batch)[number];
        kept.push({ message: parsed(bytes) ?? message, bytes });
        if (kept.length > MOST_KEPT) kept.splice(random.below(kept.length), 1);
      }
    }
  }
  report.memory.after = channel.memory();
  return report;
}

/** Sends what was kept, one message at a time. */
export async function replay(channel: Channel, kept: readonly Buffer[]): Promise<FuzzReport> {
  const report = newReport(channel);
  for (const bytes of kept) await send(channel, [bytes], report);
  report.memory.after = channel.memory();
  return report;
}

export function describeFault({ why, bytes, answers }: Fault): string {
  const [sent, got] = [bytes.toString(), JSON.stringify(answers)].map((text) =>
    text.slice(0, SHOWN),
  );
  return `${why}\n  sent: ${sent}\n  got: ${got}`;
}

function newReport(channel: Channel): FuzzReport {
  const memory = { before: channel.memory(), after: 0 };
  return { sent: 0, answered: 0, codes: new Map(), faults: [], memory };
}

async function send(
  channel: Channel,
  batch: readonly Buffer[],
  report: FuzzReport,
): Promise<Exchange[]> {
  const exchanges = await channel.exchange(batch);
  for (const [at, { answers, faults }] of exchanges.entries()) {
    const bytes = batch[at] as Buffer;
    const wrong = [...faults, ...answers.filter(isAnswer).flatMap(faultsIn)];
    if (wrong.length > 0) report.faults.push({ why: wrong.join(" "), bytes, answers });
    if (answers.length > 0) report.answered += 1;
    for (const answer of answers.filter(isAnswer)) {
      const code = codeOf(answer);
      report.codes.set(code, (report.codes.get(code) ?? 0) + 1);
    }
  }
  report.sent += batch.length;
  const bad = channel
    .log()
    .split("\n")
    .filter((line) => inLog.test(line));
  const end = channel.ended();
  const problems = [...bad, ...(end === undefined ? [] : [end])].map((line) =>
    line.slice(0, SHOWN),
  );
  // A smaller batch would show which message it was.
  if (problems.length > 0)
    report.faults.push({ why: problems.join("\n"), bytes: Buffer.concat(batch), answers: [] });
  if (end !== undefined) throw new Error(report.faults.map(describeFault).join("\n"));
  return exchanges;
}

/** A subscription is acknowledged by a notification. */
function isAnswer(message: unknown): boolean {
  return !isObject(message) || message["method"] === undefined;
}

function codeOf(answer: unknown): number {
  const { error } = answer as { error?: { code: number } };
  return error?.code ?? 0;
}

/** The features that make an answer a new kind: not the values in it. */
function signatureOf(answer: unknown): string {
  if (!isObject(answer)) return "none";
  const { error, result } = answer;
  const text = isObject(error)
    ? `${String(error["code"])} ${String(error["message"])}`
    : shapeOf(result);
  return text.replaceAll(/[\d"'`].*?["'`]|\d+/g, "#").slice(0, 200);
}

function shapeOf(result: unknown): string {
  if (!isObject(result)) return "none";
  const { content, structuredContent } = result;
  const shown = Array.isArray(content) && isObject(content[0]) ? String(content[0]["text"]) : "";
  const keys = Object.keys(isObject(structuredContent) ? structuredContent : result);
  return result["isError"] === true ? shown : keys.join(",");
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** A message that is sent again needs an id that nobody waits for. */
function renumbered(message: unknown, maker: MessageMaker): unknown {
  if (!isObject(message) || typeof message["id"] !== "string") return message;
  return { ...message, id: maker.nextId() };
}
