import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { number, spread } from "../src/format.mjs";
import { startVendors } from "../src/start-vendors.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Subject, Suite } from "../src/types.ts" */

/**
 * The emulated latencies of the first answers and of the refinements, in ms.
 * @type {Record<string, [number, number]>}
 */
const LATENCIES = {
  o3: [1000, 200],
  "gpt-4o": [200, 1000],
  "gemini-2.5-flash": [400, 800],
  "grok-4-0709": [600, 600],
  "claude-sonnet-5-5": [800, 400],
};
const FILES = 32;
const FILE_BYTES = 1024 * 1024;

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure({ openSession, newHome, quick }, subject) {
  const vendors = await startVendors(LATENCIES);
  const home = newHome();
  const files = writeFiles(home);
  const session = await openSession({ ...subject, env: vendors.env }, home);
  await session.initialize();
  /** @param {Record<string, unknown>} args */
  const chat = async (args) => {
    const startedAt = performance.now();
    const call = { name: "chat", arguments: { model: "gpt-4.1", ...args } };
    await session.call(call, 0);
    const total = performance.now() - startedAt;
    const { arrived, answered } = vendors.exchanges.at(-1) ?? { arrived: 0, answered: 0 };
    return { own: total - (answered - arrived), before: arrived - startedAt };
  };
  const count = quick ? 100 : 400;
  for (let call = 0; call < count / 2; call += 1) await chat({ prompt: `warm up ${call}` });
  const plain = [];
  for (let call = 0; call < count; call += 1) plain.push(await chat({ prompt: `call ${call}` }));
  const withFiles = [];
  for (let call = 0; call < 40; call += 1) withFiles.push(await chat({ prompt: "x", files }));
  const models = Object.keys(LATENCIES).map((model) => ({ model }));
  const startedAt = performance.now();
  await session.call({ name: "consensus", arguments: { prompt: "Which?", models } }, 0);
  const wall = performance.now() - startedAt;
  await session.close();
  vendors.close();
  const half = (/** @type {number[]} */ values) => quantile(values, 0.5);
  return {
    own: half(plain.map(({ own }) => own)),
    ownSlow: quantile(
      plain.map(({ own }) => own),
      0.95,
    ),
    files: half(withFiles.map(({ before }) => before)) - half(plain.map(({ before }) => before)),
    beyond: wall - slowest(0) - slowest(1),
  };
}

/** @param {0 | 1} round */
function slowest(round) {
  return Math.max(...Object.values(LATENCIES).map((latencies) => latencies[round]));
}

/** @param {string} home */
function writeFiles(home) {
  const folder = join(home, "project");
  mkdirSync(folder);
  const line = "  const answer = await ask(question, { model, temperature: 0.5 });\n";
  const content = line
    .repeat(Math.ceil(FILE_BYTES / FILES / line.length))
    .slice(0, FILE_BYTES / FILES);
  return Array.from({ length: FILES }, (_, index) => {
    const file = join(folder, `file-${index}.ts`);
    writeFileSync(file, content);
    return file;
  });
}

/** @type {Suite} */
export const suite = {
  name: "converse",
  describe:
    "converse: its own time in a chat, in a consensus of five models, and for 1 MiB of files",
  async run(context) {
    const subjects = context.subjects.filter(
      ({ name, kind }) => name === "converse" && kind === "ours",
    );
    const measured = await context.interleave(subjects, (subject) => measure(context, subject));
    const runs = [...measured.values()].flat();
    const figures = /** @type {const} */ ([
      ["chat, p50", "own", 5],
      ["chat, p95", "ownSlow", undefined],
      [`1 MiB in ${FILES} files, read and prepared`, "files", 20],
      ["consensus of five: beyond the slowest answer and refinement", "beyond", 50],
    ]);
    return {
      tables: [
        {
          title: "Own time, ms",
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
        "Vendors are emulated on loopback, with 200 to 1,000 ms per answer in the consensus. Own time is the time of the call as the client sees it, less the time from the arrival of the request at the vendor to its answer; each chat ends with a durable write of the conversation.",
        "Files: how much later the request arrives at the vendor than that of a chat without files.",
      ],
    };
  },
};
