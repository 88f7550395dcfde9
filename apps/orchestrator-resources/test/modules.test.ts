import type { CausalExplainOutput } from "@faculties/schemas/orchestrator-resources/causal-explain";
import type { CausalExportOutput } from "@faculties/schemas/orchestrator-resources/causal-export";
import type { ChildListOutput } from "@faculties/schemas/orchestrator-resources/child-list";
import type { CnpAnnounceOutput } from "@faculties/schemas/orchestrator-resources/cnp-announce";
import type { EventsSubscribeOutput } from "@faculties/schemas/orchestrator-resources/events-subscribe";
import type { KgInsertOutput } from "@faculties/schemas/orchestrator-resources/kg-insert";
import type { KgSuggestPlanOutput } from "@faculties/schemas/orchestrator-resources/kg-suggest-plan";
import type { LogsTailOutput } from "@faculties/schemas/orchestrator-resources/logs-tail";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { ValuesExplainOutput } from "@faculties/schemas/orchestrator-resources/values-explain";
import { waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, everything, shared, start } from "./support/start.ts";
import {
  createGraph,
  IDLE,
  joinRun,
  runChild,
  runGraph,
  script,
  scriptNode,
  startChild,
  startRun,
} from "./support/work.ts";

const server = shared([...everything, "--stig-half-life-ms", "100000"]);
const call = <Result = Record<string, unknown>>(tool: string, input: object = {}) =>
  server().callOk<Result>(tool, { ...input });

describe("blackboard", () => {
  test("entries have versions, tags, namespaces and an end", async () => {
    const first = await call<{ entry: Record<string, unknown> }>("bb_set", {
      key: "a:1",
      value: null,
      tags: ["Red", "blue"],
    });
    expect(first).toMatchObject({
      created: true,
      entry: { key: "a:1", value: null, tags: ["blue", "red"], version: 1, expiresAt: null },
    });
    expect(await call("bb_set", { key: "a:1", value: [1] })).toMatchObject({
      created: false,
      entry: { value: [1], tags: [], version: 2, createdAt: first.entry["createdAt"] },
    });
    await call("bb_batch_set", {
      entries: [
        { key: "a:2", value: 1, tags: ["red"] },
        { key: "a/b", value: 1, tags: ["red", "blue"] },
        { key: "plain|x", value: 1 },
      ],
    });
    const keys = async (query: object) =>
      (await call<{ entries: { key: string }[] }>("bb_query", query)).entries.map(({ key }) => key);
    expect(await keys({ namespace: "a" })).toEqual(["a/b", "a:1", "a:2"]);
    expect(await keys({ namespace: "plain" })).toEqual(["plain|x"]);
    expect(await keys({ tags: ["RED"] })).toEqual(["a/b", "a:2"]);
    expect(await keys({ tags: ["red", "blue"] })).toEqual(["a/b"]);
    expect(await keys({ prefix: "a:" })).toEqual(["a:1", "a:2"]);
    const page = await call<{ next_cursor: string }>("bb_query", { namespace: "a", limit: 2 });
    expect(await keys({ namespace: "a", cursor: page.next_cursor })).toEqual(["a:2"]);
    expect(await call("bb_delete", { key: "a:2" })).toEqual({ key: "a:2", version: 1 });
    for (const tool of ["bb_get", "bb_delete"])
      expect(await codeOf(server(), tool, { key: "a:2" })).toBe("E-BB-NOTFOUND");
    const { entry } = await call<{ entry: { expiresAt: number } }>("bb_set", {
      key: "a:brief",
      value: 1,
      ttl_ms: 1,
    });
    await waitUntil(() => Date.now() > entry.expiresAt);
    expect(await codeOf(server(), "bb_get", { key: "a:brief" })).toBe("E-BB-NOTFOUND");
    const watched = await call<{ events: { kind: string; key: string }[]; next_seq: number }>(
      "bb_watch",
      { key: "a:brief" },
    );
    expect(watched.events.map(({ kind }) => kind)).toEqual(["set", "expire"]);
    expect(await call("bb_watch", { key: "a:brief", from_seq: watched.next_seq })).toMatchObject({
      events: [],
    });
  });
});

describe("events", () => {
  test("are reached by cursor and filter, each once", async () => {
    await createGraph(server(), "evented", ["x", "y"]);
    const { run_id } = await runGraph(server(), "evented");
    const all: ResourceRunEvent[] = [];
    for (let from_seq = 0; ;) {
      const page = await call<EventsSubscribeOutput>("events_subscribe", {
        from_seq,
        limit: 3,
        run_id,
      });
      if (page.events.length === 0) break;
      all.push(...page.events);
      from_seq = page.next_seq;
    }
    expect(all.map(({ kind }) => kind).toSorted()).toEqual([
      "AGGREGATE",
      "PLAN",
      "START",
      "START",
      "STATUS",
      "STATUS",
    ]);
    const filtered = async (filter: object) =>
      (await call<EventsSubscribeOutput>("events_subscribe", { run_id, ...filter })).events;
    expect(await filtered({ cats: ["start"] })).toHaveLength(2);
    expect(await filtered({ node_id: "x" })).toHaveLength(2);
    expect(await filtered({ levels: ["error"] })).toEqual([]);
    expect(await filtered({ graph_id: "evented" })).toHaveLength(6);
    expect(await codeOf(server(), "events_subscribe", { cats: ["nonsense"] })).toBe(
      "E-INPUT-INVALID",
    );
  });

  test("logs_tail gives the newest lines, or continues after from_seq", async () => {
    const { child_id } = await runChild(
      server(),
      script("for (let i = 0; i < 5; i++) console.log('line ' + i); console.error('oops')"),
    );
    const tail = (input: object) =>
      call<LogsTailOutput>("logs_tail", { source: "child", id: child_id, ...input });
    expect(
      (await tail({ contains: "line", limit: 2 })).lines.map(({ message }) => message),
    ).toEqual(["line 3", "line 4"]);
    expect((await tail({ levels: ["warn"] })).lines).toMatchObject([
      { stream: "stderr", message: "oops" },
    ]);
    const first = await tail({ from_seq: 0, limit: 3 });
    expect(first.lines).toHaveLength(3);
    expect((await tail({ from_seq: first.next_seq })).lines).toHaveLength(5);
    expect((await call<LogsTailOutput>("logs_tail", { limit: 1 })).lines).toMatchObject([
      { stream: "event" },
    ]);
    expect(await codeOf(server(), "logs_tail", { source: "run", id: "nowhere" })).toBe(
      "E-PLAN-NOT-FOUND",
    );
    expect(await codeOf(server(), "logs_tail", { source: "child" })).toBe("E-INPUT-INVALID");
  });
});

describe("consensus", () => {
  const votes = (...choices: [string, number?][]) =>
    choices.map(([choice, weight = 1], index) => ({ voter: `v${index}`, choice, weight }));

  test("majority, quorum and weight, with the same winner every time", async () => {
    expect(await call("consensus_vote", { votes: votes(["a"], ["b"], ["a"]) })).toEqual({
      mode: "majority",
      satisfied: true,
      winner: "a",
      tied: [],
      needed: 2,
      total_votes: 3,
      total_weight: 3,
      tally: [
        { choice: "a", votes: 2, weight: 2 },
        { choice: "b", votes: 1, weight: 1 },
      ],
    });
    expect(await call("consensus_vote", { votes: votes(["b"], ["a"]) })).toMatchObject({
      satisfied: false,
      winner: "a",
      tied: ["a", "b"],
    });
    expect(
      await call("consensus_vote", {
        votes: votes(["b"], ["a"]),
        mode: "quorum",
        quorum: 1,
        prefer: "b",
      }),
    ).toMatchObject({ satisfied: true, winner: "b" });
    expect(
      await call("consensus_vote", { votes: votes(["a"], ["b"]), mode: "quorum", quorum: 2 }),
    ).toMatchObject({ satisfied: false, winner: null });
    expect(
      await call("consensus_vote", {
        votes: votes(["a", 5], ["b", 1], ["b", 1]),
        mode: "weighted",
      }),
    ).toMatchObject({ satisfied: true, winner: "a" });
    expect(
      await codeOf(server(), "consensus_vote", { votes: [...votes(["a"]), ...votes(["b"])] }),
    ).toBe("E-INPUT-INVALID");
  });
});

describe("stigmergy", () => {
  test("marks add up and fade by half-life", async () => {
    await call("stig_mark", { node_id: "n1", type: "trail", intensity: 4 });
    expect(await call("stig_mark", { node_id: "n1", type: "trail", intensity: 4 })).toMatchObject({
      node_id: "n1",
      intensity: expect.closeTo(8, 1),
    });
    await call("stig_mark", { node_id: "n2", intensity: 1 });
    const { points, totals, half_life_ms } = await call<{
      points: { node_id: string }[];
      totals: { node_id: string }[];
      half_life_ms: number;
    }>("stig_snapshot");
    expect(half_life_ms).toBe(100_000);
    expect(points.map(({ node_id }) => node_id)).toEqual(["n1", "n2"]);
    expect(totals.map(({ node_id }) => node_id)).toEqual(["n1", "n2"]);
    await call("stig_decay", { half_life_ms: 1_000 });
    const gone = await waitUntil(async () => {
      const decayed = await call<{ removed: number }>("stig_decay", { half_life_ms: 1 });
      return decayed.removed === 0 ? undefined : decayed;
    });
    expect(gone.removed).toBeGreaterThan(0);
  });
});

describe("contract net", () => {
  test("the lowest effective cost wins, and children bid by their load", async () => {
    const bids = [
      { agent_id: "busy", cost: 1, load: 3 },
      { agent_id: "free", cost: 2 },
      { agent_id: "unable", cost: 0, tags: ["x"] },
    ].map((bid) => ({ tags: ["cut"], ...bid }));
    const award = await call<CnpAnnounceOutput>("cnp_announce", {
      task: "t",
      tags: ["cut"],
      bids,
      auto_bid: false,
    });
    expect(award).toMatchObject({
      awarded: { agent_id: "free", effective_cost: 2, source: "given" },
      rejected: ["unable"],
    });
    expect(award.bids.map(({ agent_id }) => agent_id)).toEqual(["free", "busy"]);
    const tie = [
      { agent_id: "a", cost: 1 },
      { agent_id: "b", cost: 1 },
    ];
    expect(
      await call("cnp_announce", { task: "t", bids: tie, auto_bid: false, preferred: ["b"] }),
    ).toMatchObject({ awarded: { agent_id: "b" } });
    expect(await codeOf(server(), "cnp_announce", { task: "t", auto_bid: false })).toBe(
      "E-CNP-NO-BIDS",
    );
    const { child_id } = await startChild(server(), script(IDLE, { role: "cutter" }));
    const other = await startChild(server(), script(IDLE, { role: "cutter" }));
    const awarded = [];
    for (let round = 0; round < 4; round += 1)
      awarded.push(
        (await call<CnpAnnounceOutput>("cnp_announce", { task: "t", tags: ["cutter"] })).awarded
          .agent_id,
      );
    expect(awarded.filter((agent) => agent === child_id)).toHaveLength(2);
    expect(awarded.filter((agent) => agent === other.child_id)).toHaveLength(2);
    for (const one of [child_id, other.child_id]) await call("child_kill", { child_id: one });
  });
});

describe("knowledge", () => {
  const fact = (subject: string, predicate: string, object: string, more: object = {}) => ({
    subject,
    predicate,
    object,
    ...more,
  });

  test("facts are remembered once per source", async () => {
    expect(
      await call("kg_insert", {
        triples: [
          fact("sky", "is", "blue", { source: "eyes", confidence: 0.9 }),
          fact("sky", "is", "blue"),
        ],
      }),
    ).toMatchObject({ inserted: 2, updated: 0 });
    expect(
      await call("kg_insert", {
        triples: [fact("sky", "is", "blue", { source: "eyes", confidence: 0.4 })],
      }),
    ).toMatchObject({ inserted: 0, updated: 1, triples: [{ confidence: 0.4, source: "eyes" }] });
    const many = Array.from({ length: 70 }, (_, place) => fact("sun", "warms", `${place}`));
    const { total } = await call<KgInsertOutput>("kg_insert", { triples: many });
    const again = [
      fact("sun", "is", "far"),
      ...many,
      fact("sun", "is", "far", { confidence: 0.7 }),
    ];
    const { triples, ...counts } = await call<KgInsertOutput>("kg_insert", { triples: again });
    expect(counts).toMatchObject({ inserted: 1, updated: 71, total: total + 1 });
    expect(triples.map(({ object }) => object)).toEqual(again.map(({ object }) => object));
    expect([triples.at(0), triples.at(-1)]).toMatchObject([
      { confidence: 0.7 },
      { confidence: 0.7 },
    ]);
    expect(await call("kg_query", { subject: "sky", min_confidence: 0.5 })).toMatchObject({
      triples: [{ object: "blue", source: null, confidence: 1 }],
    });
    const page = await call<{ triples: object[]; next_cursor: string }>("kg_query", {
      subject: "sky",
      limit: 1,
    });
    expect(
      (await call<{ triples: object[] }>("kg_query", { subject: "sky", cursor: page.next_cursor }))
        .triples,
    ).toHaveLength(1);
    const { content } = await call<{ content: string }>("kg_export", { format: "ntriples" });
    expect(content).toContain(
      '<urn:faculties:sky> <urn:faculties:is> "blue" . # confidence 0.4, source eyes',
    );
    expect(JSON.parse((await call<{ content: string }>("kg_export")).content)).toHaveLength(73);
  });

  test("a plan is suggested from facts, and can be run", async () => {
    await call("kg_insert", {
      triples: [
        fact("ship it", "includes", "build", { source: "handbook", confidence: 0.8 }),
        fact("ship it", "includes", "test"),
        fact("ship it", "includes", "announce", { source: "blog" }),
        fact("test", "depends_on", "build"),
        fact("build", "depends_on", "test"),
        fact("build", "depends_on", "install"),
        fact("build", "depends_on", "mystery"),
        fact("install", "kind", "wait"),
        fact("install", "ms", "1"),
        fact("build", "label", "Build all"),
        fact("build", "duration", "5"),
      ],
    });
    const plan = await call<KgSuggestPlanOutput>("kg_suggest_plan", {
      goal: "Ship it",
      context: { exclude_tasks: ["announce"] },
    });
    expect(plan.fragments).toHaveLength(1);
    expect(plan.fragments[0]?.nodes.map(({ id }) => id).toSorted()).toEqual([
      "build",
      "install",
      "test",
    ]);
    expect(plan.fragments[0]?.nodes.find(({ id }) => id === "build")).toEqual({
      id: "build",
      label: "Build all",
      attributes: { duration: 5 },
    });
    expect(plan.coverage).toEqual({
      known_tasks: 3,
      suggested_tasks: 3,
      excluded_tasks: ["announce"],
      missing_dependencies: ["mystery"],
    });
    expect(plan.sources).toEqual([{ source: "handbook", tasks: 1 }]);
    const [fragment] = plan.fragments;
    await call("graph_create", {
      name: "suggested",
      graph_id: "suggested",
      nodes: fragment?.nodes,
      edges: fragment?.edges,
    });
    expect(await runGraph(server(), "suggested")).toMatchObject({
      state: "succeeded",
      progress: { total: 3 },
    });
    const both = await call<KgSuggestPlanOutput>("kg_suggest_plan", {
      goal: "ship it",
      context: { preferred_sources: ["blog"] },
    });
    expect(both.fragments.map(({ nodes }) => nodes.length)).toEqual([1, 3]);
    expect(await call("kg_suggest_plan", { goal: "fly" })).toMatchObject({
      fragments: [],
      coverage: { known_tasks: 0 },
    });
    expect(
      await codeOf(server(), "kg_suggest_plan", { goal: "x", context: { max_fragments: 6 } }),
    ).toBe("E-INPUT-INVALID");
  });
});

describe("values", () => {
  test("weigh a plan and say why", async () => {
    expect(
      await codeOf(server(), "values_score", {
        plan: "p",
        impacts: [{ value: "privacy", impact: "risk" }],
      }),
    ).toBe("E-VALUES-UNKNOWN");
    expect(
      await call("values_set", {
        values: [{ id: "privacy", weight: 3, tolerance: 0.2 }, { id: "speed" }],
        threshold: 0.7,
      }),
    ).toEqual({ values: 2, threshold: 0.7, version: 1 });
    const impacts = [
      {
        value: "privacy",
        impact: "risk",
        severity: 0.5,
        node_id: "upload",
        rationale: "sends names",
      },
      { value: "privacy", impact: "support", severity: 0.1 },
      { value: "speed", impact: "support" },
    ];
    const { decision } = await call<{ decision: Record<string, unknown> }>("values_score", {
      plan: "p",
      impacts,
    });
    expect(decision).toMatchObject({
      total: 4,
      allowed: false,
      threshold: 0.7,
      score: expect.closeTo(0.7, 6),
      violations: [{ value: "privacy", severity: expect.closeTo(0.4, 6), tolerance: 0.2 }],
    });
    expect(decision["breakdown"]).toMatchObject([
      { value: "privacy", support: 0.1, risk: 0.5 },
      { value: "speed", residual: 0, satisfaction: 1 },
    ]);
    const explained = await call<ValuesExplainOutput>("values_explain", { plan: "p", impacts });
    expect(explained.decision).toEqual(decision);
    expect(explained.violations[0]?.contributors).toEqual([
      { node_id: "upload", rationale: "sends names", severity: 0.5 },
    ]);
    expect(explained.suggestions[0]).toContain('"upload"');
    expect(await call("values_score", { plan: "p", impacts: impacts.slice(1) })).toMatchObject({
      decision: { score: 1, allowed: true, violations: [] },
    });
    expect(
      await codeOf(server(), "values_score", {
        plan: "p",
        impacts: [{ value: "fame", impact: "risk" }],
      }),
    ).toBe("E-VALUES-UNKNOWN");
  });
});

describe("causal memory", () => {
  test("explains an outcome by everything that led to it", async () => {
    await createGraph(
      server(),
      "caused",
      ["a", "b", "c", "aside"],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    );
    const { run_id } = await runGraph(server(), "caused");
    const { events } = await call<CausalExportOutput>("causal_export", { run_id });
    expect(events).toHaveLength(10);
    const outcome_id = `${run_id}/c:ended`;
    const explained = await call<CausalExplainOutput>("causal_explain", {
      outcome_id,
      cause_id: `${run_id}/a:started`,
    });
    expect(explained.path).toEqual(
      ["a:started", "a:ended", "b:started", "b:ended", "c:started", "c:ended"].map(
        (step) => `${run_id}/${step}`,
      ),
    );
    expect(explained.ancestors.map(({ id }) => id)).not.toContain(`${run_id}/aside:ended`);
    expect(explained).toMatchObject({
      depth: 6,
      truncated: false,
      outcome: { label: "c", causes: [`${run_id}/c:started`] },
    });
    expect(await call("causal_explain", { outcome_id, max_depth: 2 })).toMatchObject({
      truncated: true,
      depth: 2,
    });
    expect(
      await codeOf(server(), "causal_explain", { outcome_id, cause_id: `${run_id}/aside:ended` }),
    ).toBe("E-CAUSAL-NO-PATH");
    expect(await codeOf(server(), "causal_explain", { outcome_id: "nowhere" })).toBe(
      "E-CAUSAL-NOTFOUND",
    );
    const paged: object[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await call<CausalExportOutput>("causal_export", {
        run_id,
        limit: 4,
        ...(cursor && { cursor }),
      });
      paged.push(...page.events);
      cursor = page.next_cursor;
      if (cursor === undefined) break;
    }
    expect(paged).toEqual(events);
  });
});

test("the autoscaler follows the backlog of runs", async () => {
  const scaling = await start([...everything, "--autoscale-cooldown-ms", "50"]);
  const workers = async () =>
    (await scaling.callOk<ChildListOutput>("child_list", { role: "worker", states: ["running"] }))
      .children;
  const set = { min: 1, max: 3, worker: script(IDLE), backlog_per_worker: 2 };
  expect(await scaling.callOk("agent_autoscale_set", set)).toMatchObject({
    min: 1,
    max: 3,
    cooldown_ms: 50,
    backlog: 0,
    workers: [expect.any(String)],
  });
  await createGraph(
    scaling,
    "load",
    Array.from({ length: 9 }, (_, index) => ({
      id: `n${index}`,
      attributes: { kind: "wait", ms: 60_000 },
    })),
  );
  const { run_id } = await startRun(scaling, "load", { max_parallel: 1 });
  await waitUntil(async () => (await workers()).length === 3, { what: "three workers" });
  const [victim] = await workers();
  await scaling.callOk("child_kill", { child_id: victim?.child_id });
  await waitUntil(async () => (await workers()).length === 3, {
    what: "a worker in place of the one that ended",
  });
  await scaling.callOk("plan_cancel", { run_id });
  await waitUntil(async () => (await workers()).length === 1, { what: "one worker" });
  const { events } = await scaling.callOk<EventsSubscribeOutput>("events_subscribe", {
    cats: ["STATUS"],
  });
  const scaled = events
    .map(({ payload }) => payload as { message?: string; to?: number })
    .filter(({ message }) => message === "worker pool scaled");
  expect(scaled.map(({ to }) => to)).toEqual(expect.arrayContaining([1, 3]));
  expect(await scaling.callOk("agent_autoscale_set", { min: 0, max: 0 })).toMatchObject({
    workers: [],
  });
  expect(await codeOf(scaling, "agent_autoscale_set", { min: 2, max: 1 })).toBe("E-INPUT-INVALID");
  expect(
    await codeOf(scaling, "agent_autoscale_set", { ...set, worker: { command: "nowhere" } }),
  ).toBe("E-CHILD-DENIED");
});

test("the supervisor warns of silence, and ends a child only when its node says how long silence may last", async () => {
  const watched = await start([
    ...everything,
    "--heartbeat-interval-ms",
    "250",
    "--supervisor-stall-ticks",
    "1",
    "--kill-grace-ms",
    "100",
  ]);
  const once =
    "const fs = require('node:fs'); const f = process.argv[1]; if (fs.existsSync(f)) process.exit(0); fs.writeFileSync(f, ''); setInterval(() => {}, 1000)";
  const limited = {
    ...scriptNode(once, { timeout_ms: 60_000, max_silence_ms: 700 }),
    args: JSON.stringify(["-e", once, `${watched.home.directory}/seen`]),
  };
  const waits = scriptNode("setTimeout(() => console.log('answered'), 1500)");
  await createGraph(watched, "limited", [{ id: "a", attributes: limited }]);
  await createGraph(watched, "waits", [{ id: "a", attributes: waits }]);
  const [first, second] = await Promise.all([
    startRun(watched, "limited", { retries: 1 }),
    startRun(watched, "waits"),
  ]);
  expect(await joinRun(watched, first.run_id)).toMatchObject({
    state: "succeeded",
    nodes: [{ attempts: 2 }],
  });
  expect(await joinRun(watched, second.run_id)).toMatchObject({
    state: "succeeded",
    nodes: [{ attempts: 1, output: "answered" }],
  });
  const messagesOf = async (run_id: string) => {
    const { events } = await watched.callOk<EventsSubscribeOutput>("events_subscribe", { run_id });
    return events
      .map(({ payload }) => (payload as { message?: string }).message)
      .filter((message) => message?.includes("silent"));
  };
  expect(await messagesOf(first.run_id)).toEqual(["child is silent", "silent child ended"]);
  expect(await messagesOf(second.run_id)).toEqual(["child is silent"]);
});

test("mode reactive needs its module", async () => {
  const plain = await start(["--enable-runs", "--enable-graphs"]);
  await createGraph(plain, "g", ["a"]);
  expect(await codeOf(plain, "plan_run", { graph_id: "g", mode: "reactive" })).toBe(
    "E-FEATURE-DISABLED",
  );
});
