import { pipelineWindow } from "../src/call-streams.mjs";
import { diskUse } from "../src/disk-use.mjs";
import { number, ratio, spread } from "../src/format.mjs";
import { measureFanOut } from "../src/postgres-fan-out.mjs";
import { processorUse } from "../src/processor-use.mjs";
import { startDistance } from "../src/start-distance.mjs";
import { startPostgres } from "../src/start-postgres.mjs";
import { startVendors } from "../src/start-vendors.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */

const MANY = 8;
/** Of this server the whole curve is measured, of the others its ends. */
const CURVE = "agent-memory";
const DELAY_MS = 1;
const SEQUENTIAL = 1;
/** How often each process writes before it is measured: with many under way, then in turn, which takes other code. */
const WARM_UP = { many: 2_000, inTurn: 200 };
const QUICK_WARM_UP = { many: 100, inTurn: 50 };

/** @typedef {"SQLite" | "PostgreSQL" | "PostgreSQL, far"} Engine */
/** @typedef {{ name: string, subject: Measured, engine: Engine, processes: number }} Setting */
/** @typedef {Subject & { write: ToolCall }} Measured */
/** @typedef {{ sessions: Session[], next: number[], stop: () => Promise<void> }} Opened */

/**
 * Calls for some time, or so often in each session, with so many under way in each.
 * @param {Session[]} sessions
 * @param {ToolCall} call
 * @param {number[]} next the number of each session's next call
 * @param {{ window: number, ms?: number, calls?: number }} load
 */
async function callFor(sessions, call, next, { window, ms = Infinity, calls = Infinity }) {
  /** @type {number[]} */
  const times = [];
  const cores = processorUse();
  const disk = diskUse();
  const startedAt = performance.now();
  const end = startedAt + ms;
  const last = next.map((first) => first + calls);
  const streams = sessions.flatMap((session, place) =>
    Array.from({ length: window }, async () => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        const own = next[place] ?? 0;
        if (own >= (last[place] ?? 0)) return;
        next[place] = own + 1;
        await session.call(call, own);
        times.push(performance.now() - began);
      }
    }),
  );
  await Promise.all(streams);
  const rate = (times.length * 1_000) / (performance.now() - startedAt);
  const busy = cores();
  const p50 = quantile(times, 0.5);
  return { rate, cores: busy, disk: disk(), cpu: (busy * 1_000) / rate, p50 };
}

/**
 * Starts the processes of a setting and has each write equally often: one that has written little takes several times as
 * long for a write, because its code is not yet compiled.
 * @param {BenchContext} context
 * @param {Setting} setting
 * @param {() => Promise<string>} createDatabase
 * @returns {Promise<Opened>}
 */
async function open({ openSession, quick }, { subject, engine, processes }, createDatabase) {
  const near = engine === "SQLite" ? undefined : await createDatabase();
  const far = near && engine !== "PostgreSQL" ? await startDistance(near, DELAY_MS) : undefined;
  const url = far?.url ?? near;
  const env = { ...subject.env, ...(url === undefined ? {} : { DATABASE_URL: url }) };
  const sessions = await Promise.all(
    Array.from({ length: processes }, () => openSession({ ...subject, env })),
  );
  await Promise.all(sessions.map((session) => session.initialize()));
  const next = sessions.map((_, place) => place * 1_000_000);
  const { many, inTurn } = quick ? QUICK_WARM_UP : WARM_UP;
  await callFor(sessions, subject.write, next, { window: pipelineWindow, calls: many });
  await callFor(sessions, subject.write, next, { window: SEQUENTIAL, calls: inTurn });
  const stop = async () => {
    await Promise.all(sessions.map((one) => one.close()));
    far?.stop();
  };
  return { sessions, next, stop };
}

/**
 * @param {BenchContext} context
 * @param {Setting} setting
 * @param {Opened} opened
 */
async function measure({ quick }, { subject }, { sessions, next }) {
  const { write, call } = subject;
  const ms = quick ? 1_000 : 1_500;
  const pipelined = await callFor(sessions, write, next, { window: pipelineWindow, ms });
  const inTurn = await callFor(sessions, write, next, { window: SEQUENTIAL, ms });
  const reading =
    call && call !== write && sessions.length === 1
      ? await callFor(sessions, call, next, { window: SEQUENTIAL, ms: ms / 3 })
      : undefined;
  return { pipelined, inTurn, reading };
}

/**
 * The measured call of a server: its write, or its only call if it has no separate write.
 * @param {Subject} subject
 * @param {Record<string, string>} vendors
 * @returns {Measured[]}
 */
function measuredOf(subject, vendors) {
  if (subject.name === "converse") {
    const chat = { name: "chat", arguments: { model: "gpt-4.1", prompt: "call {n}" } };
    return [{ ...subject, write: chat, env: vendors }];
  }
  const write = subject.write ?? subject.call;
  return write ? [{ ...subject, write }] : [];
}

/** @param {Measured} subject */
function settingsOf(subject) {
  const counts = subject.name === CURVE ? [1, 2, 4, MANY] : [1, MANY];
  /** @type {(engine: Engine, processes: number) => Setting} */
  const setting = (engine, processes) => {
    const many = processes === 1 ? "one process" : `${processes} processes`;
    return { name: `${subject.name}, ${engine}, ${many}`, subject, engine, processes };
  };
  return [
    setting("SQLite", 1),
    ...counts.map((processes) => setting("PostgreSQL", processes)),
    setting("PostgreSQL, far", 1),
    setting("PostgreSQL, far", MANY),
  ];
}

/**
 * The settings of one server in turn, again and again, each with the processes it began with.
 * @param {BenchContext} context
 * @param {Measured} subject
 * @param {() => Promise<string>} createDatabase
 */
async function measureServer(context, subject, createDatabase) {
  context.progress(subject.name);
  /** @type {Map<Setting, Opened>} */
  const opened = new Map();
  const settings = settingsOf(subject);
  try {
    for (const setting of settings)
      opened.set(setting, await open(context, setting, createDatabase));
    return await context.interleave(settings, async (setting) =>
      measure(context, setting, /** @type {Opened} */ (opened.get(setting))),
    );
  } finally {
    await Promise.all([...opened.values()].map(({ stop }) => stop()));
  }
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
    const compared = engine === "SQLite" ? "PostgreSQL" : engine;
    const alone = [...measured.keys()].find(
      (other) => other.subject === subject && other.engine === compared && other.processes === 1,
    );
    /** @param {"cores" | "cpu" | "p50"} figure */
    const median = (figure) => number(summary(runs.map((run) => run[kind][figure])).value);
    const disk = runs.flatMap((run) => run[kind].disk ?? []);
    return [
      `${subject.name} \`${subject.write.name}\``,
      engine,
      `${processes}`,
      spread(summary(runs.map((run) => run[kind].rate))),
      alone === undefined ? "–" : ratio(rateOf(setting), rateOf(alone)),
      median("p50"),
      median("cores"),
      disk.length === 0 ? "–" : `${number(summary(disk).value * 100)} %`,
      median("cpu"),
    ];
  });
}

/**
 * @param {Measured} subject
 * @param {Engine} engine
 * @param {Awaited<ReturnType<typeof measure>>[]} runs
 */
function readingRow({ name, call }, engine, runs) {
  const times = runs.flatMap(({ reading }) => (reading ? [reading.p50] : []));
  return times.length === 0 ? [] : [[name, engine, `\`${call?.name}\``, spread(summary(times))]];
}

const writeColumns = [
  "write",
  "engine",
  "processes",
  "writes, /s",
  "× one process",
  "p50, ms",
  "cores busy",
  "disk busy",
  "processor time per write, ms",
];

/** @type {Suite} */
export const suite = {
  name: "postgres",
  describe: `Calls on PostgreSQL against SQLite, writes of up to ${MANY} processes, and events to 100 watchers`,
  async run(context) {
    const vendors = await startVendors();
    const subjects = context.subjects
      .filter(({ install }) => install && "folder" in install)
      .flatMap((subject) => measuredOf(subject, vendors.env));
    const postgres = await startPostgres();
    try {
      /** @type {Map<Setting, Awaited<ReturnType<typeof measure>>[]>} */
      const measured = new Map();
      for (const subject of subjects)
        for (const one of await measureServer(context, subject, postgres.createDatabase))
          measured.set(...one);
      const watched = subjects.find(({ name }) => name === CURVE);
      context.progress("events to watchers");
      const fanOut = watched
        ? [await measureFanOut(context, watched, await postgres.createDatabase())]
        : [];
      const single = [...measured].filter(
        ([{ engine, processes }]) => processes === 1 && engine !== "PostgreSQL, far",
      );
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
                `\`${subject.write.name}\``,
                spread(summary(runs.map(({ inTurn }) => inTurn.p50))),
              ],
              ...readingRow(subject, engine, runs),
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
          `Every process has written ${WARM_UP.many} times with ${pipelineWindow} under way and ${WARM_UP.inTurn} times in turn before the first run, whether alone or one of ${MANY}: one that has written little takes several times the processor time.`,
          `Far: each message is ${DELAY_MS} ms under way in each direction, by a proxy on the same machine, as to a database in the same data centre.`,
          "PostgreSQL runs on the same cores and disk as the servers and the measuring client, with its default settings: a commit waits for the disk, as it does on SQLite.",
          "Cores and disk busy are those of the whole machine: servers, database and client. Where all cores are, more processes cannot write more.",
        ],
      };
    } finally {
      vendors.close();
      await postgres.stop();
    }
  },
};
