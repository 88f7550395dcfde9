import { number, spread } from "../src/format.mjs";
import { processTime } from "../src/process-time.mjs";
import { startVendors } from "../src/start-vendors.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite } from "../src/types.ts" */

const IN_FLIGHT = 100;
/** Long enough for one heartbeat of each call. */
const HELD_MS = 12_000;
const SLOW_MODEL = "gpt-4o";

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure({ openSession, quick }, subject) {
  const vendors = await startVendors({ [SLOW_MODEL]: [HELD_MS, HELD_MS] });
  const session = await openSession({
    ...subject,
    env: { ...vendors.env, CONVERSE_LIVE_MODELS: "off" },
  });
  await session.initialize();
  const count = quick ? 100 : 400;
  await each(count / 2, (call) => chat(session, `warm up ${call}`));
  await each(count / 2, (call) => chatAsTask(session, `warm up, as a task ${call}`));
  const plain = await each(count, (call) => chat(session, `plain ${call}`));
  const tasks = await each(count, (call) => chatAsTask(session, `as a task ${call}`));
  const quiet = await hold(session, "quiet");
  const heard = await hold(session, "heard", true);
  await session.close();
  vendors.close();
  const plainMs = quantile(plain, 0.5);
  return {
    plainMs,
    handleMs: quantile(
      tasks.map(({ handle }) => handle),
      0.5,
    ),
    addedMs:
      quantile(
        tasks.map(({ whole }) => whole),
        0.5,
      ) - plainMs,
    quiet,
    heard,
  };
}

/**
 * One after the other.
 * @template Result
 * @param {number} count
 * @param {(call: number) => Promise<Result>} run
 */
async function each(count, run) {
  const results = [];
  for (let call = 0; call < count; call += 1) results.push(await run(call));
  return results;
}

/** @param {string} prompt */
function chatOf(prompt, model = "gpt-4.1") {
  return { name: "chat", arguments: { model, prompt } };
}

/**
 * @param {Session} session
 * @param {string} prompt
 */
async function chat(session, prompt) {
  const startedAt = performance.now();
  await session.request("tools/call", chatOf(prompt));
  return performance.now() - startedAt;
}

/**
 * @param {Session} session
 * @param {string} prompt
 */
async function chatAsTask(session, prompt) {
  const startedAt = performance.now();
  const answer = await session.request("tools/call", { ...chatOf(prompt), task: {} });
  const { task } = /** @type {{ task: { taskId: string } }} */ (answer);
  const handle = performance.now() - startedAt;
  await session.request("tasks/result", { taskId: task.taskId });
  return { handle, whole: performance.now() - startedAt };
}

/**
 * The processor time of the server for calls that its vendor holds back.
 * @param {Session} session
 * @param {string} prompt
 */
async function hold(session, prompt, withProgress = false) {
  const before = processTime(session.pid);
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, call) =>
      session.request("tools/call", {
        ...chatOf(`${prompt} ${call}`, SLOW_MODEL),
        ...(withProgress && { _meta: { progressToken: `${prompt} ${call}` } }),
      }),
    ),
  );
  return processTime(session.pid) - before;
}

/** @type {Suite} */
export const suite = {
  name: "long-calls",
  describe: "converse: what a task adds to a chat, and what heartbeats cost",
  async run(context) {
    const subjects = context.subjects.filter(
      ({ name, kind }) => name === "converse" && kind === "ours",
    );
    const measured = await context.interleave(subjects, (subject) => measure(context, subject));
    const runs = [...measured.values()].flat();
    const figures = /** @type {const} */ ([
      ["chat, p50", "plainMs", undefined],
      ["chat as a task: until its id is known, p50", "handleMs", undefined],
      ["chat as a task: what it takes longer, with its result fetched, p50", "addedMs", 2],
      [`${IN_FLIGHT} chats held for ${HELD_MS / 1000} s, processor time`, "quiet", undefined],
      ["the same with progress and a heartbeat each, processor time", "heard", undefined],
    ]);
    return {
      tables: [
        {
          title: "Long calls, ms",
          columns: ["what", "measured", "at most"],
          rows:
            runs.length === 0
              ? []
              : figures.map(([what, key, most]) => [
                  what,
                  spread(summary(runs.map((run) => run[key]))),
                  most === undefined ? "–" : number(most),
                ]),
        },
      ],
      charts: [],
      notes: [
        context.sampling,
        "A task is written to the database before its id is answered and once more with its result; the chat itself stores its conversation in both cases.",
      ],
    };
  },
};
