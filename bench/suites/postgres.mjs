import { pipelineWindow } from "../src/call-streams.mjs";
import { number, ratio, spread } from "../src/format.mjs";
import { measureFanOut } from "../src/postgres-fan-out.mjs";
import { processorUse } from "../src/processor-use.mjs";
import { startPostgres } from "../src/start-postgres.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */

const MANY = 8;
/** Of this server the whole curve is measured, of the others its ends. */
const CURVE = "agent-memory";
const SEQUENTIAL = 1;

/** @typedef {{ name: string, subject: Subject, engine: "SQLite" | "PostgreSQL", processes: number }} Setting */

/**
 * Calls for some time, with so many under way in each session.
 * @param {Session[]} sessions
 * @param {ToolCall} call
 * @param {number[]} next the number of each session's next call
 * @param {{ window: number, ms: number }} load
 */
async function callFor(sessions, call, next, { window, ms }) {
  /** @type {number[]} */
  const times = [];
  const cores = processorUse();
  const startedAt = performance.now();
  const end = startedAt + ms;
  const streams = sessions.flatMap((session, place) =>
    Array.from({ length: window }, async () => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        const own = next[place] ?? 0;
        next[place] = own + 1;
        await session.call(call, own);
        times.push(performance.now() - began);
      }
    }),
  );
  await Promise.all(streams);
  const rate = (times.length * 1_000) / (performance.now() - startedAt);
  const busy = cores();
  return { rate, cores: busy, cpu: (busy * 1_000) / rate, p50: quantile(times, 0.5) };
}

/**
 * @param {BenchContext} context
 * @param {Setting} setting
 * @param {() => Promise<string>} createDatabase
 */
async function measure({ openSession, quick }, { subject, engine, processes }, createDatabase) {
  const { write, call } = subject;
  if (write === undefined || call === undefined)
    throw new Error(`${subject.name} has no calls to measure.`);
  const [warmUpMs, ms] = quick ? [2_500, 1_500] : [6_000, 5_000];
  const env =
    engine === "SQLite" ? subject.env : { ...subject.env, DATABASE_URL: await createDatabase() };
  const sessions = await Promise.all(
    Array.from({ length: processes }, () => openSession({ ...subject, env: env ?? {} })),
  );
  await Promise.all(sessions.map((session) => session.initialize()));
  const next = sessions.map((_, place) => place * 1_000_000);
  await callFor(sessions, write, next, { window: pipelineWindow, ms: warmUpMs });
  const pipelined = await callFor(sessions, write, next, { window: pipelineWindow, ms });
  const inTurn = await callFor(sessions, write, next, { window: SEQUENTIAL, ms });
  const reading = await callFor(sessions.slice(0, 1), call, next, {
    window: SEQUENTIAL,
    ms: ms / 3,
  });
  await Promise.all(sessions.map((one) => one.close()));
  return { pipelined, inTurn, reading };
}

/** @param {readonly Subject[]} subjects */
function settingsOf(subjects) {
  return subjects.flatMap((subject) => {
    const counts = subject.name === CURVE ? [1, 2, 4, MANY] : [1, MANY];
    /** @type {Setting[]} */
    const settings = counts.map((processes) => ({
      name: `${subject.name}, ${processes} on PostgreSQL`,
      subject,
      engine: "PostgreSQL",
      processes,
    }));
    settings.unshift({ name: `${subject.name}, SQLite`, subject, engine: "SQLite", processes: 1 });
    return settings;
  });
}

/**
 * @param {Map<Setting, Awaited<ReturnType<typeof measure>>[]>} measured
 * @param {"pipelined" | "inTurn"} kind
 */
function writeRows(measured, kind) {
  /** @param {Setting} setting */
  const rateOf = (setting) =>
    summary((measured.get(setting) ?? []).map((run) => run[kind].rate)).value;
  return [...measured].map(([setting, runs]) => {
    const { subject, engine, processes } = setting;
    const alone = [...measured.keys()].find(
      (other) =>
        other.subject === subject && other.engine === "PostgreSQL" && other.processes === 1,
    );
    /** @param {"cores" | "cpu" | "p50"} figure */
    const median = (figure) => number(summary(runs.map((run) => run[kind][figure])).value);
    return [
      `${subject.name} \`${subject.write?.name ?? ""}\``,
      engine,
      `${processes}`,
      spread(summary(runs.map((run) => run[kind].rate))),
      alone === undefined ? "–" : ratio(rateOf(setting), rateOf(alone)),
      median("p50"),
      median("cores"),
      median("cpu"),
    ];
  });
}

const writeColumns = [
  "write",
  "engine",
  "processes",
  "writes, /s",
  "× one process on PostgreSQL",
  "p50, ms",
  "cores busy",
  "processor time per write, ms",
];

/** @type {Suite} */
export const suite = {
  name: "postgres",
  describe: `Calls on PostgreSQL against SQLite, writes of up to ${MANY} processes, and events to 100 watchers`,
  async run(context) {
    const subjects = context.subjects.filter(
      ({ install, write, call }) => install && "folder" in install && write && call,
    );
    const postgres = await startPostgres();
    try {
      const measured = await context.interleave(settingsOf(subjects), (setting) =>
        measure(context, setting, postgres.createDatabase),
      );
      const watched = subjects.find(({ name }) => name === CURVE);
      context.progress("events to watchers");
      const fanOut = watched
        ? [await measureFanOut(context, watched, await postgres.createDatabase())]
        : [];
      const single = [...measured].filter(([{ processes }]) => processes === 1);
      return {
        tables: [
          {
            title: `Writes, ${pipelineWindow} under way in each process`,
            columns: writeColumns,
            rows: writeRows(measured, "pipelined"),
          },
          {
            title: "Writes, one after another in each process",
            columns: writeColumns,
            rows: writeRows(measured, "inTurn"),
          },
          {
            title: "One call at a time in one process",
            columns: ["server", "engine", "call", "p50, ms"],
            rows: single.flatMap(([{ subject, engine }, runs]) => [
              [
                subject.name,
                engine,
                `\`${subject.write?.name}\``,
                spread(summary(runs.map(({ inTurn }) => inTurn.p50))),
              ],
              [
                subject.name,
                engine,
                `\`${subject.call?.name}\``,
                spread(summary(runs.map(({ reading }) => reading.p50))),
              ],
            ]),
          },
          ...fanOut,
        ],
        charts: [
          {
            title: `Writes per second, ${pipelineWindow} under way in each process`,
            unit: "/s",
            better: "more",
            bars: [...measured].map(([{ name, subject }, runs]) => ({
              name,
              kind: subject.kind,
              ...summary(runs.map(({ pipelined }) => pipelined.rate)),
            })),
          },
        ],
        notes: [
          context.sampling,
          "PostgreSQL runs beside the servers and the client that measures, on the same cores and disk, with the settings it comes with: a commit waits for the disk, as it does on SQLite.",
          "Cores busy are those of the whole machine: servers, database and client. Where all of them are, more processes cannot write more.",
        ],
      };
    } finally {
      await postgres.stop();
    }
  },
};
