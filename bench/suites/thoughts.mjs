import { callPipelined } from "../src/call-streams.mjs";
import { number, ratio, spread } from "../src/format.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { summary } from "../src/statistics.mjs";

/** @import { BenchContext, Subject, Suite } from "../src/types.ts" */

const WINDOWS = [1, 8, 32, 64, 128];
const REMEMBERED = 10_000;

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure({ openSession, quick }, subject) {
  const { call } = subject;
  if (call === undefined) throw new Error(`${subject.name} has no call to measure.`);
  const session = await openSession(subject);
  await session.initialize();
  let said = 0;
  const say = async (/** @type {number} */ count, /** @type {number} */ window) => {
    said += count;
    return callPipelined(session, call, count, said - count, window);
  };
  await say(REMEMBERED, 32);
  const { peak } = processMemory(session.pid);
  /** @type {number[]} */
  const rates = [];
  for (const window of WINDOWS)
    rates.push(await say(quick || window === 1 ? 2_000 : 10_000, window));
  await session.close();
  return { peak, rates };
}

/** @type {Suite} */
export const suite = {
  name: "thoughts",
  describe: `Thoughts per second by how many are under way, and memory after ${REMEMBERED.toLocaleString("en-US")}: gan-audit compared with the public server of the same kind`,
  async run(context) {
    const ours = context.subjects.find(({ name }) => name === "gan-audit");
    const theirs = context.subjects.find(({ counterpart }) => counterpart === "gan-audit");
    if (ours === undefined || theirs === undefined) {
      context.progress("left out: needs gan-audit and the server that it is compared with");
      return undefined;
    }
    const measured = await context.interleave([ours, theirs], (subject) =>
      measure(context, subject),
    );
    const [own = [], other = []] = [measured.get(ours), measured.get(theirs)];
    const rows = WINDOWS.map((window, place) => {
      const [mine, others] = [own, other].map((runs) =>
        summary(runs.map(({ rates }) => rates[place] ?? Number.NaN)),
      );
      if (mine === undefined || others === undefined) return [];
      return [`${window}`, spread(mine), spread(others), ratio(mine.value, others.value)];
    });
    const peakOf = (/** @type {typeof own} */ runs) =>
      number(summary(runs.map(({ peak }) => peak)).value);
    return {
      tables: [
        {
          title: "Thoughts per second",
          columns: ["under way", ours.name, theirs.name, "ours / theirs"],
          rows,
        },
        {
          title: `Most memory in ${REMEMBERED.toLocaleString("en-US")} thoughts, MB`,
          columns: [ours.name, theirs.name],
          rows: [[peakOf(own), peakOf(other)]],
        },
      ],
      charts: [],
      notes: [
        context.sampling,
        "gan-audit has flushed a thought to the disk when it answers; those that come together share a flush. The other keeps thoughts in memory, and loses them when it ends.",
        "Thoughts are short, and none is audited. Every session has said 10,000 before the first measurement.",
      ],
    };
  },
};
