import { readFileSync } from "node:fs";
import { countTokens } from "../src/count-tokens.mjs";
import { rankByMeaning, rankByWords } from "../src/rank-tools.mjs";

/** @import { BenchContext, Suite, Table } from "../src/types.ts" */
/** @import { PublishedTool, ToolRanking } from "../src/rank-tools.mjs" */
/** @typedef {{ tool: string, intent: string }} Intent */
/** @typedef {{ server: string, tools: PublishedTool[] }} Listed */

const settings = readJson("../../testing/interop/servers.json");
/** @type {Record<string, Intent[]>} */
const halves = {
  Tuning: readJson("../data/findability/tuning.json"),
  Unopened: readJson("../data/findability/unopened.json"),
};
const DEPTHS = [1, 3, 5];

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}

/**
 * The list of every server with all its tools on.
 * @param {BenchContext} context
 * @returns {Promise<Listed[]>}
 */
async function listAll(context) {
  const listed = [];
  for (const subject of context.subjects) {
    const own = settings[subject.name];
    if (subject.kind !== "ours" || own === undefined) continue;
    const session = await context.openSession({ ...subject, args: [], env: {}, ...own });
    await session.initialize();
    const { tools } = await session.request("tools/list");
    listed.push({ server: subject.name, tools: /** @type {PublishedTool[]} */ (tools) });
    await session.close();
  }
  return listed;
}

/**
 * @param {ToolRanking} ranking
 * @param {readonly Intent[]} intents
 */
async function placesOf(ranking, intents) {
  const places = [];
  for (const { tool, intent } of intents) {
    const found = await ranking(intent);
    places.push({ tool, intent, place: found.indexOf(tool), first: found[0] ?? "" });
  }
  return places;
}

/**
 * @param {readonly { place: number }[]} places
 * @param {number} depth
 */
function share(places, depth) {
  const found = places.filter(({ place }) => place >= 0 && place < depth).length;
  return `${((found / places.length) * 100).toFixed(1)} %`;
}

/**
 * @param {readonly Listed[]} listed
 * @returns {Table}
 */
function costs(listed) {
  return {
    title: "What the lists cost the model: tokens (o200k)",
    columns: ["server", "tools", "all together", "descriptions per tool"],
    rows: listed.map(({ server, tools }) => {
      const seen = tools.map(({ name, description, inputSchema }) => {
        return { name, description, inputSchema };
      });
      const described = tools.map(({ description = "" }) => countTokens(description));
      const mean = described.reduce((sum, count) => sum + count, 0) / described.length;
      return [server, `${tools.length}`, `${countTokens(seen)}`, mean.toFixed(0)];
    }),
  };
}

/** @type {Suite} */
export const suite = {
  name: "findability",
  describe: "how often a search over names and descriptions finds the tool that a user means",
  async run(context) {
    const listed = await listAll(context);
    const tools = listed.flatMap(({ tools: own }) => own);
    /** @type {[string, ToolRanking][]} */
    const methods = [
      ["BM25", rankByWords(tools)],
      ["embeddings", await rankByMeaning(tools, context.progress)],
    ];
    const rows = [];
    const misses = [];
    for (const [half, intents] of Object.entries(halves))
      for (const [method, ranking] of methods) {
        const places = await placesOf(ranking, intents);
        const shares = DEPTHS.map((depth) => share(places, depth));
        rows.push([half, `${intents.length}`, method, ...shares]);
        for (const { tool, intent, place, first } of places)
          if (half === "Tuning" && place !== 0)
            misses.push([method, intent, tool, `${place + 1}`, first]);
      }
    return {
      tables: [
        {
          title: `The right one of ${tools.length} tools in the first one, three and five`,
          columns: ["half", "intents", "search", ...DEPTHS.map((depth) => `first ${depth}`)],
          rows,
        },
        costs(listed),
        {
          title: "Intents of the tuning half whose tool is not first",
          columns: ["search", "intent", "tool", "place", "first"],
          rows: misses,
        },
      ],
      charts: [],
      notes: [
        "All tools of the five servers are searched together, as by a client that has them all. BM25 reads a tool's name, its description, and the names and descriptions of its parameters, as word stems without the commonest words. The embeddings (all-MiniLM-L6-v2) are of the name and the description: in one vector, the parameters would cover what the tool is for.",
        "The intents are sentences in users' words, written before the descriptions that they measure. The descriptions were written with the tuning half at hand; the misses of the other half are not shown, so that they stay unopened.",
      ],
    };
  },
};
