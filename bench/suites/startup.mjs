import { countTokens } from "../src/count-tokens.mjs";
import { counterpartTable } from "../src/counterpart-table.mjs";
import { number, ratio, spread } from "../src/format.mjs";
import { processMemory } from "../src/process-memory.mjs";
import { summary } from "../src/statistics.mjs";

/** @import { Bars, BenchContext, Subject, Suite } from "../src/types.ts" */

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} home
 */
async function startOnce(context, subject, home) {
  const session = await context.openSession(subject, home);
  await session.initialize();
  const initialized = performance.now() - session.startedAt;
  const memory = processMemory(session.pid).peak;
  const { tools } = await session.request("tools/list");
  const listed = performance.now() - session.startedAt;
  await session.close();
  return { initialized, listed, memory, tools: /** @type {any[]} */ (tools) };
}

/** @param {any[]} tools */
function seenByModel(tools) {
  return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}

/** @type {Suite} */
export const suite = {
  name: "startup",
  describe:
    "Cold start to the answers to initialize and tools/list, peak memory, tokens of the tool list",
  async run(context) {
    const homes = new Map(context.subjects.map((subject) => [subject, context.newHome()]));
    const measured = await context.interleave(context.subjects, async (subject, run) => {
      const home = homes.get(subject) ?? context.newHome();
      // Two starts before it counts: files come into the page cache, and what a server caches is there.
      if (run === 0) await startOnce(context, subject, home);
      if (run === 0) await startOnce(context, subject, home);
      const again = await startOnce(context, subject, home);
      return { again, first: await startOnce(context, subject, context.newHome()) };
    });
    const results = [...measured].map(([{ name, kind, node, counterpart }, runs]) => ({
      name,
      kind,
      node,
      counterpart,
      initialized: summary(runs.map(({ again }) => again.initialized)),
      listed: summary(runs.map(({ again }) => again.listed)),
      first: summary(runs.map(({ first }) => first.initialized)),
      memory: summary(runs.map(({ again }) => again.memory)),
      tools: runs[0]?.again.tools ?? [],
    }));
    const bare = results.find(({ name }) => name === "bare-sdk")?.initialized.value;
    /** @type {(title: string, unit: string, key: "initialized" | "memory") => Bars} */
    const chart = (title, unit, key) => ({
      title,
      unit,
      better: "less",
      bars: results.map(({ name, kind, [key]: value }) => ({ name, kind, ...value })),
    });
    return {
      tables: [
        {
          title: "Cold start and memory",
          columns: [
            "server",
            "initialize, ms",
            "× bare SDK",
            "tools/list, ms",
            "first start ever, ms",
            "peak RSS, MB",
          ],
          rows: results.map((result) => [
            result.name,
            spread(result.initialized),
            ratio(result.initialized.value, bare),
            spread(result.listed),
            spread(result.first),
            spread(result.memory),
          ]),
        },
        counterpartTable(
          "initialize, ms",
          results.map(({ initialized, ...rest }) => ({ ...rest, value: initialized.value })),
        ),
        {
          title: "Tool list",
          columns: [
            "server",
            "tools",
            "tokens the model sees",
            "per tool",
            "tokens of the whole answer",
          ],
          rows: results.map(({ name, tools }) => {
            const tokens = countTokens(seenByModel(tools));
            return [
              name,
              `${tools.length}`,
              `${tokens}`,
              number(tokens / tools.length),
              `${countTokens(tools)}`,
            ];
          }),
        },
      ],
      charts: [
        chart("From start to initialize answered", "ms", "initialized"),
        chart("Peak RSS after initialize", "MB", "memory"),
      ],
      notes: [
        context.sampling,
        "Times run from the start of the process to the answer. A server starts in the home directory of its earlier starts; “first start ever” is in an empty one.",
        "kit and bare-sdk are bundled plainly; our servers are started by a launcher that keeps their compiled code.",
        "Tokens are counted by o200k on compact JSON; the model sees name, description and input schema.",
      ],
    };
  },
};
