import { callPipelined, pipelineWindow } from "../src/call-streams.mjs";
import { ratio, spread } from "../src/format.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Subject, Suite } from "../src/types.ts" */

const portion = 1_000;
/** A portion takes no longer than what else happens on a machine now and then, so several are asked. */
const atEitherEnd = 3;

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure({ openSession, quick }, subject) {
  const { call } = subject;
  if (call === undefined) throw new Error(`${subject.name} has no call to measure.`);
  const session = await openSession(subject);
  await session.initialize();
  const warmUp = quick ? 2_000 : 5_000;
  const portions = quick ? 4 : 10;
  await callPipelined(session, call, warmUp);
  /** @type {number[]} */
  const memory = [];
  const rates = [];
  for (let done = 0; done < portions; done += 1) {
    rates.push(await callPipelined(session, call, portion, warmUp + done * portion));
    memory.push(processMemory(session.pid).now);
  }
  const { peak } = processMemory(session.pid);
  await session.close();
  const half = portions / 2;
  return {
    growth: Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half)),
    peak,
    first: quantile(rates.slice(0, atEitherEnd), 0.5),
    last: quantile(rates.slice(-atEitherEnd), 0.5),
  };
}

/** @type {Suite} */
export const suite = {
  name: "soak",
  describe:
    "Memory and speed over 10,000 calls: growth after warm-up, the last 1,000 against the first",
  async run(context) {
    const subjects = context.subjects.filter(({ call }) => call !== undefined);
    const measured = await context.interleave(subjects, (subject) => measure(context, subject));
    const results = [...measured].map(([{ name, kind }, runs]) => ({
      name,
      kind,
      growth: summary(runs.map(({ growth }) => growth)),
      peak: summary(runs.map(({ peak }) => peak)),
      first: summary(runs.map(({ first }) => first)),
      last: summary(runs.map(({ last }) => last)),
    }));
    return {
      tables: [
        {
          title: context.quick ? "4,000 calls" : "10,000 calls",
          columns: [
            "server",
            "RSS growth, MB",
            "peak RSS, MB",
            "first 1,000, /s",
            "last 1,000, /s",
            "last ÷ first",
          ],
          rows: results.map((result) => [
            result.name,
            spread(result.growth),
            spread(result.peak),
            spread(result.first),
            spread(result.last),
            ratio(result.last.value, result.first.value),
          ]),
        },
      ],
      charts: [
        {
          title: "RSS growth after warm-up",
          unit: "MB",
          better: "less",
          bars: results.map(({ name, kind, growth }) => ({ name, kind, ...growth })),
        },
      ],
      notes: [
        context.sampling,
        `${context.quick ? "2,000" : "5,000"} calls of warm-up come before; ${pipelineWindow} calls are under way at any time.`,
        `The rates are medians of ${atEitherEnd} portions of 1,000 calls at either end.`,
        "RSS rises and falls with garbage collection, so growth is the highest RSS in the second half of the calls less the highest in the first half.",
      ],
    };
  },
};
