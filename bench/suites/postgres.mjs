import { callInTurn, callPipelined, pipelineWindow } from "../src/call-streams.mjs";
import { ratio, spread } from "../src/format.mjs";
import { startPostgres } from "../src/start-postgres.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Subject, Suite } from "../src/types.ts" */

const MANY = 8;

/** @typedef {{ name: string, subject: Subject, engine: "SQLite" | "PostgreSQL", processes: number }} Setting */

/**
 * @param {BenchContext} context
 * @param {Setting} setting
 * @param {() => Promise<string>} createDatabase
 */
async function measure({ openSession, quick }, { subject, engine, processes }, createDatabase) {
  const { write } = subject;
  if (write === undefined) throw new Error(`${subject.name} has no write to measure.`);
  const [warmUp, inTurn, pipelined] = quick ? [50, 50, 400] : [200, 300, 2_000];
  const env =
    engine === "SQLite" ? subject.env : { ...subject.env, DATABASE_URL: await createDatabase() };
  const sessions = await Promise.all(
    Array.from({ length: processes }, () => openSession({ ...subject, env: env ?? {} })),
  );
  await Promise.all(sessions.map((session) => session.initialize()));
  /** @param {number} place */
  const first = (place) => place * 1_000_000;
  await Promise.all(sessions.map((one, place) => callPipelined(one, write, warmUp, first(place))));
  const share = Math.ceil(pipelined / processes);
  const startedAt = performance.now();
  await Promise.all(
    sessions.map((one, place) => callPipelined(one, write, share, first(place) + warmUp)),
  );
  const writing = (share * processes * 1_000) / (performance.now() - startedAt);
  const [session] = sessions;
  const times = session ? await callInTurn(session, write, inTurn, warmUp + pipelined) : [];
  await Promise.all(sessions.map((one) => one.close()));
  return { writing, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** @type {Suite} */
export const suite = {
  name: "postgres",
  describe: `Durable writes on PostgreSQL against SQLite, and of ${MANY} processes against one`,
  async run(context) {
    const subjects = context.subjects.filter(
      ({ install, write }) => install && "folder" in install && write,
    );
    /** @type {Setting[]} */
    const settings = subjects.flatMap((subject) => [
      { name: `${subject.name}, SQLite`, subject, engine: "SQLite", processes: 1 },
      { name: `${subject.name}, PostgreSQL`, subject, engine: "PostgreSQL", processes: 1 },
      {
        name: `${subject.name}, ${MANY} on PostgreSQL`,
        subject,
        engine: "PostgreSQL",
        processes: MANY,
      },
    ]);
    const postgres = await startPostgres();
    try {
      const measured = await context.interleave(settings, (setting) =>
        measure(context, setting, postgres.createDatabase),
      );
      const results = [...measured].map(([setting, runs]) => ({
        setting,
        writing: summary(runs.map(({ writing }) => writing)),
        p50: summary(runs.map(({ p50 }) => p50)),
        p95: summary(runs.map(({ p95 }) => p95)),
      }));
      /** @param {Setting} setting */
      const alone = ({ subject }) =>
        results.find(
          ({ setting: other }) =>
            other.subject === subject && other.engine === "PostgreSQL" && other.processes === 1,
        );
      return {
        tables: [
          {
            title: "Writes",
            columns: [
              "server",
              "write",
              "engine",
              "processes",
              "writes, /s",
              "× one process on PostgreSQL",
              "one at a time p50, ms",
              "p95, ms",
            ],
            rows: results.map(({ setting, writing, p50, p95 }) => [
              setting.subject.name,
              setting.subject.write?.name ?? "",
              setting.engine,
              `${setting.processes}`,
              spread(writing),
              ratio(writing.value, alone(setting)?.writing.value),
              spread(p50),
              spread(p95),
            ]),
          },
        ],
        charts: [
          {
            title: `Writes per second, ${pipelineWindow} under way in each process`,
            unit: "/s",
            better: "more",
            bars: results.map(({ setting, writing }) => ({
              name: setting.name,
              kind: setting.subject.kind,
              ...writing,
            })),
          },
        ],
        notes: [
          "PostgreSQL runs beside the servers, on the same cores and disk, with the settings it comes with: a commit waits for the disk, as it does on SQLite.",
          "One at a time is measured in one process while the others are idle.",
        ],
      };
    } finally {
      await postgres.stop();
    }
  },
};
