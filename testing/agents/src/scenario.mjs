import { COUNSEL } from "./scripted-model.mjs";

/** @import { ScriptedCall, Turn } from "./scripted-model.mjs" */
/** @typedef {{ name: string, calls(turn: Turn): ScriptedCall[], expects: RegExp[] }} Step */

export const SERVERS = [
  "agent-memory",
  "gan-audit",
  "converse",
  "langbase-reasoning",
  "orchestrator-resources",
];
const CODE = "```js\nfunction run(text) {\n  return eval(text + '');\n}\n```";
const WAIT_MS = 3_000;

/** @param {string} server */
const calling = (server) => (/** @type {string} */ tool, /** @type {object} */ args) => ({
  server,
  tool,
  args,
});
const memory = calling("agent-memory");
const review = calling("gan-audit");
const counsel = calling("converse");
const reasoning = calling("langbase-reasoning");
const runs = calling("orchestrator-resources");
const choice = {
  question: "Which one?",
  alternatives: ["left", "right"],
  criteria: [{ name: "cost", weight: 1 }],
  scores: { left: { cost: 0.9 }, right: { cost: 0.2 } },
};

/**
 * The steps of the scripted model in one session, with what it must get to see of each.
 * @param {string} agent
 * @param {string | undefined} earlier an agent that has recorded its decision in the same memory
 * @returns {Step[]}
 */
export function scenarioFor(agent, earlier) {
  const own = {
    title: `${agent} was here`,
    target: `visit of ${agent}`,
    rationale: "It was asked to",
  };
  return [
    {
      name: "a good call of agent-memory",
      calls: () => [memory("record_decision", own)],
      expects: [/dec_[0-9a-f]+/],
    },
    {
      name: "a bad call of agent-memory",
      calls: () => [memory("record_decision", { title: "no target" })],
      expects: [/target/],
    },
    ...(earlier === undefined
      ? []
      : [
          {
            name: `the decision of ${earlier}, in the same memory`,
            calls: () => [memory("search_decisions", { query: `visit of ${earlier}` })],
            expects: [new RegExp(`${earlier} was here`)],
          },
        ]),
    {
      name: "two calls in parallel, of gan-audit and langbase-reasoning",
      calls: () => [
        review("sequentialthinking", {
          thought: CODE,
          thoughtNumber: 1,
          totalThoughts: 1,
          nextThoughtNeeded: false,
        }),
        reasoning("reasoning_make_decision", choice),
      ],
      expects: [/code-injection|run as code/, /left/],
    },
    {
      name: "bad calls of gan-audit and langbase-reasoning",
      calls: () => [
        review("sequentialthinking", {
          thought: "x",
          thoughtNumber: 0,
          totalThoughts: 1,
          nextThoughtNeeded: false,
        }),
        reasoning("reasoning_tree_list", { session_id: "no-such-session" }),
      ],
      expects: [/thoughtNumber/, /no-such-session|session/i],
    },
    {
      name: "a good and a bad call of converse",
      calls: () => [
        counsel("chat", { prompt: "What now?", model: "compatible/counsel" }),
        counsel("consensus", { prompt: "x", models: [{ model: "no-such-model" }] }),
      ],
      expects: [new RegExp(COUNSEL), /no-such-model/],
    },
    {
      name: "a good and a bad call of orchestrator-resources",
      calls: () => [
        runs("graph_create", {
          name: agent,
          graph_id: `of ${agent}`,
          nodes: [{ id: "pause", attributes: { kind: "wait", ms: WAIT_MS } }],
        }),
        runs("plan_status", { run_id: "no-such-run" }),
      ],
      expects: [/"?version"?/, /no-such-run/],
    },
    {
      name: "the start of a run",
      calls: () => [runs("plan_run", { graph_id: `of ${agent}` })],
      expects: [/run_id/],
    },
    {
      name: "a long call with progress",
      calls: ({ results }) => [
        runs("plan_join", { run_ids: [runIn(results.at(-1) ?? "")], timeout_ms: 60_000 }),
      ],
      expects: [/succeeded/],
    },
  ];
}

/** @param {string} result */
function runIn(result) {
  return /run_id\\*":\s*\\*"([\w-]+)/.exec(result)?.[1] ?? "none";
}
