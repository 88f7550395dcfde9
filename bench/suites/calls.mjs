import { callInTurn, callPipelined, pipelineWindow } from "../src/call-streams.mjs";
import { ratio, spread } from "../src/format.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { Bars, BenchContext, Subject, Suite } from "../src/types.ts" */

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 */
async function measure({ openSession, quick }, subject) {
  const { call, write } = subject;
  if (call === undefined) throw new Error(`${subject.name} has no call to measure.`);
  const session = await openSession(subject);
  await session.initialize();
  const [warmUp, inTurn, pipelined, writes] = quick
    ? [500, 500, 3_000, 300]
    : [2_000, 2_000, 10_000, 2_000];
  await callPipelined(session, call, warmUp);
  const times = await callInTurn(session, call, inTurn, warmUp);
  const throughput = await callPipelined(session, call, pipelined, warmUp + inTurn);
  const writing = write && (await callPipelined(session, write, writes));
  await session.close();
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), throughput, writing };
}

/** @type {Suite} */
export const suite = {
  name: "calls",
  describe: `Latency of a trivial call in turn, throughput with ${pipelineWindow} calls under way, durable writes`,
  async run(context) {
    const subjects = context.subjects.filter(({ call }) => call !== undefined);
    const measured = await context.interleave(subjects, (subject) => measure(context, subject));
    const results = [...measured].map(([subject, runs]) => {
      const writing = runs.flatMap((run) => run.writing ?? []);
      return {
        name: subject.name,
        kind: subject.kind,
        tools: [subject.call?.name, subject.write?.name],
        p50: summary(runs.map(({ p50 }) => p50)),
        p95: summary(runs.map(({ p95 }) => p95)),
        throughput: summary(runs.map(({ throughput }) => throughput)),
        writing: writing.length > 0 ? summary(writing) : undefined,
      };
    });
    const bare = results.find(({ name }) => name === "bare-sdk");
    /** @type {Bars} */
    const throughput = {
      title: `Calls per second, ${pipelineWindow} under way`,
      unit: "/s",
      better: "more",
      bars: results.map(({ name, kind, throughput: value }) => ({ name, kind, ...value })),
    };
    /** @type {Bars} */
    const latency = {
      title: "Latency of one call at a time (p50)",
      unit: "ms",
      better: "less",
      bars: results.map(({ name, kind, p50 }) => ({ name, kind, ...p50 })),
    };
    /** @type {Bars} */
    const writes = {
      title: `Writes per second, ${pipelineWindow} under way`,
      unit: "/s",
      better: "more",
      bars: results.flatMap(({ name, kind, writing }) =>
        writing ? [{ name, kind, ...writing }] : [],
      ),
    };
    return {
      tables: [
        {
          title: "Calls",
          columns: [
            "server",
            "call",
            "p50, ms",
            "× bare SDK",
            "p95, ms",
            "pipelined, /s",
            "× bare SDK",
          ],
          rows: results.map((result) => [
            result.name,
            `\`${result.tools[0]}\``,
            spread(result.p50),
            ratio(result.p50.value, bare?.p50.value),
            spread(result.p95),
            spread(result.throughput),
            ratio(result.throughput.value, bare?.throughput.value),
          ]),
        },
        {
          title: "Writes",
          columns: ["server", "call", "pipelined, /s"],
          rows: results.flatMap(({ name, tools, writing }) =>
            writing ? [[name, `\`${tools[1]}\``, spread(writing)]] : [],
          ),
        },
      ],
      charts: [throughput, latency, ...(writes.bars.length > 0 ? [writes] : [])],
      notes: [
        context.sampling,
        "Calls differ from server to server: each is the cheapest the server has. Compare a server with the bare SDK, not with another kind of server.",
        "no-sdk writes by appending to a file with one fsync per call, and server-memory rewrites its file without fsync.",
      ],
    };
  },
};
