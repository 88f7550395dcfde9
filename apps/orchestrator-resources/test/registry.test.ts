import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ResourcesListOutput } from "@faculties/schemas/orchestrator-resources/resources-list";
import type { ResourcesReadOutput } from "@faculties/schemas/orchestrator-resources/resources-read";
import { ResourcesWatchOutput } from "@faculties/schemas/orchestrator-resources/resources-watch";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import { resultText, twoServers, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, entry, everything, shared, start } from "./support/start.ts";
import {
  createGraph,
  endOf,
  runGraph,
  script,
  scriptNode,
  startChild,
  startRun,
  watchAll,
} from "./support/work.ts";

const list = (server: Pick<Awaited<ReturnType<typeof start>>, "callOk">, input: object = {}) =>
  server.callOk<ResourcesListOutput>("resources_list", { ...input });
const uris = async (...args: Parameters<typeof list>) =>
  (await list(...args)).items.map(({ uri }) => uri);

describe("resources_list", () => {
  const server = shared();

  test("is in one order, versions by their number, and every URI listed can be read", async () => {
    await createGraph(server(), "order", ["a"]);
    for (let version = 2; version <= 11; version += 1)
      await server().callOk("graph_mutate", {
        graph_id: "order",
        ops: [{ op: "add_node", id: `n${version}` }],
      });
    const odd = "ä b/c@v3%?#";
    await createGraph(server(), odd, ["a"]);
    const { tx_id } = await server().callOk<{ tx_id: string }>("tx_begin", { graph_id: odd });
    const { run_id } = await startRun(server(), "order");
    const { child_id } = await startChild(server(), script("console.log(1)"));
    await endOf(server(), child_id);
    await server().callOk("bb_set", { key: "team a:x", value: 1 });

    const versions = Array.from({ length: 11 }, (_, index) => `sc://graphs/order@v${index + 1}`);
    expect(await uris(server(), { prefix: " sc://graphs/order " })).toEqual([
      "sc://graphs/order",
      ...versions,
    ]);
    expect(await uris(server(), { prefix: "sc://graphs/order@v1" })).toEqual(
      [1, 10, 11].map((version) => `sc://graphs/order@v${version}`),
    );
    const all = await list(server());
    expect(all.next_cursor).toBeUndefined();
    const kinds = new Map(all.items.map(({ uri, kind }) => [uri, kind]));
    const encoded = encodeURIComponent(odd);
    expect(Object.fromEntries(kinds)).toMatchObject({
      [`sc://graphs/${encoded}`]: "graph",
      [`sc://graphs/${encoded}@v1`]: "graph_version",
      [`sc://snapshots/${encoded}/${tx_id}`]: "snapshot",
      [`sc://runs/${run_id}/events`]: "run_events",
      [`sc://children/${child_id}/logs`]: "child_logs",
      "sc://blackboard/team%20a": "blackboard_namespace",
    });
    for (const { uri, kind } of all.items) {
      const read = await server().callOk<ResourcesReadOutput>("resources_read", { uri });
      expect(read).toMatchObject({ uri, kind });
    }
    expect(all.items.find(({ uri }) => uri === "sc://graphs/order")?.metadata).toEqual({
      name: "order",
      latest_version: 11,
    });

    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await list(server(), { limit: 3, ...(cursor && { cursor }) });
      paged.push(...page.items.map(({ uri }) => uri));
      cursor = page.next_cursor;
      if (cursor === undefined) break;
    }
    expect(paged).toEqual(all.items.map(({ uri }) => uri));
    expect(await codeOf(server(), "resources_list", { cursor: "nonsense" })).toBe(
      "E-INPUT-INVALID",
    );
    expect(await codeOf(server(), "resources_list", { prefix: "  " })).toBe("E-INPUT-INVALID");
  });

  test.each([
    "sc://graphs/nowhere",
    "sc://graphs/order@v99",
    "sc://graphs/order@v0",
    "sc://graphs/order@v1e3",
    "sc://graphs/%E0%A4%A",
    "sc://runs/x",
    "sc://runs/x/events",
    "http://example.org",
    "nonsense",
    "sc://",
    "sc://snapshots/order/x",
    "sc://blackboard/nowhere",
  ])("%s is not found", async (uri) => {
    expect(await codeOf(server(), "resources_read", { uri })).toBe("E-RES-NOT_FOUND");
    expect(await codeOf(server(), "resources_watch", { uri })).toBe("E-RES-NOT_FOUND");
  });

  test("graphs and transactions cannot be watched", async () => {
    await createGraph(server(), "still", ["a"]);
    const { snapshot_uri } = await server().callOk<{ snapshot_uri: string }>("tx_begin", {
      graph_id: "still",
    });
    for (const uri of ["sc://graphs/still", "sc://graphs/still@v1", snapshot_uri])
      expect(await codeOf(server(), "resources_watch", { uri })).toBe("E-RES-UNSUPPORTED");
  });
});

describe("resources_watch", () => {
  const server = shared();
  const watch = (uri: string, input: object = {}) =>
    server().callOk<ResourcesWatchOutput>("resources_watch", { uri, ...input });

  test("gives events as they are, whatever their ids are, in text and structured", async () => {
    const odd = `"quoted" \\ 100%s {ü} 🎉 '; --`;
    await createGraph(server(), odd, [{ id: odd, attributes: scriptNode("console.log(1)") }]);
    const { run_id } = await runGraph(server(), odd);
    const uri = `sc://runs/${run_id}/events`;
    const answer = await server().call("resources_watch", { uri });
    const { events } = ResourcesWatchOutput.parse(answer.structuredContent);
    expect(JSON.parse(resultText(answer))).toEqual(answer.structuredContent);
    expect(await server().callOk("events_subscribe", { run_id })).toMatchObject({ events });
    expect(events).toContainEqual(expect.objectContaining({ graphId: odd, nodeId: odd }));
  });

  test("pages of a run: from_seq is exclusive, next_seq continues, the end stays where it is", async () => {
    await createGraph(
      server(),
      "watched",
      ["a", "b", "c"],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    );
    const { run_id, state } = await runGraph(server(), "watched");
    expect(state).toBe("succeeded");
    const uri = `sc://runs/${run_id}/events`;
    const whole = await watch(uri);
    expect(whole).toMatchObject({ uri, kind: "run_events" });
    const seqs = whole.events.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((left, right) => left - right));
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(whole.next_seq).toBe(seqs.at(-1));
    expect(whole).not.toHaveProperty("truncated_before");
    const events = whole.events as ResourceRunEvent[];
    expect(events.map(({ kind, nodeId }) => [kind, nodeId])).toEqual([
      ["PLAN", null],
      ["START", "a"],
      ["STATUS", "a"],
      ["START", "b"],
      ["STATUS", "b"],
      ["START", "c"],
      ["STATUS", "c"],
      ["AGGREGATE", null],
    ]);
    expect(await watchAll(server(), uri, { limit: 1 })).toEqual(whole.events);
    expect(await watch(uri, { from_seq: whole.next_seq })).toEqual({
      uri,
      kind: "run_events",
      events: [],
      next_seq: whole.next_seq,
    });
    expect((await watch(uri, { from_seq: 1_000_000 })).next_seq).toBe(1_000_000);
    const read = await server().callOk<ResourcesReadOutput>("resources_read", { uri });
    expect(read.payload).toEqual({ runId: run_id, events: whole.events });
  });

  test("a child counts its own lines from 1", async () => {
    const { child_id } = await startChild(
      server(),
      script("console.log('one'); console.error('two')"),
    );
    await endOf(server(), child_id);
    const entries = await watchAll<ResourceChildLogEntry>(
      server(),
      `sc://children/${child_id}/logs`,
    );
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const spoken = entries
      .filter(({ stream }) => stream !== "meta")
      .map(({ stream, message }) => [stream, message]);
    expect(spoken.toSorted()).toEqual([
      ["stderr", "two"],
      ["stdout", "one"],
    ]);
    const notes = entries.filter(({ stream }) => stream === "meta").map(({ message }) => message);
    expect(notes).toEqual([expect.stringMatching(/^started with pid \d+$/), "exited with code 0"]);
  });

  test("a namespace tells of set, delete and expire", async () => {
    await server().callOk("bb_set", {
      key: "news:a",
      value: { deep: [1] },
      tags: ["B", "a", "b "],
    });
    await server().callOk("bb_set", { key: "news:a", value: 2 });
    const brief = await server().callOk<{ entry: { expiresAt: number } }>("bb_set", {
      key: "news:brief",
      value: "x",
      ttl_ms: 1,
    });
    await waitUntil(() => Date.now() > brief.entry.expiresAt);
    await server().callOk("bb_delete", { key: "news:a" });
    const events = await watchAll<{
      kind: string;
      key: string;
      version: number;
      entry: { tags: string[] };
    }>(server(), "sc://blackboard/news");
    expect(events.map(({ kind, key, version }) => [kind, key, version])).toEqual([
      ["set", "news:a", 1],
      ["set", "news:a", 2],
      ["set", "news:brief", 1],
      ["expire", "news:brief", 1],
      ["delete", "news:a", 2],
    ]);
    expect(events[0]?.entry.tags).toEqual(["a", "b"]);
    expect(
      (
        await server().callOk<ResourcesReadOutput>("resources_read", {
          uri: "sc://blackboard/news",
        })
      ).payload,
    ).toEqual({ namespace: "news", entries: [] });
  });
});

test("retention keeps the newest events of a run and says what is gone", async () => {
  const server = await start(["--enable-all", "--max-event-history", "10"]);
  await createGraph(
    server,
    "long",
    Array.from({ length: 20 }, (_, index) => `n${index}`),
  );
  const { run_id } = await runGraph(server, "long", { max_parallel: 1 });
  const uri = `sc://runs/${run_id}/events`;
  const page = await server.callOk<ResourcesWatchOutput>("resources_watch", { uri });
  expect(page.events).toHaveLength(10);
  expect(page.truncated_before).toBe(page.events[0]?.seq);
  const seen = page.events[4]?.seq as number;
  const later = await server.callOk<ResourcesWatchOutput>("resources_watch", {
    uri,
    from_seq: seen,
  });
  expect(later.events).toEqual(page.events.slice(5));
  expect(later).not.toHaveProperty("truncated_before");
  for (let round = 0; round < 15; round += 1)
    await server.callOk("bb_set", { key: "k", value: round });
  const changes = await server.callOk<ResourcesWatchOutput>("resources_watch", {
    uri: "sc://blackboard/k",
  });
  expect(changes.events).toHaveLength(10);
  expect(changes.truncated_before).toBe(changes.events[0]?.seq);
});

test("watchers see each event exactly once while several processes write", async () => {
  const [left, right] = await twoServers({ entry, args: everything });
  await createGraph(
    left,
    "busy",
    Array.from({ length: 60 }, (_, index) => `n${index}`),
  );
  const { run_id } = await startRun(left, "busy");
  const { run_id: other } = await startRun(right, "busy", { max_parallel: 16 });
  let writing = true;
  const writers = [left, right].map(async (server, place) => {
    for (let round = 0; round < 60; round += 1)
      await server.callOk("bb_set", { key: `shared:${place}`, value: round });
  });
  const seen = new Map<string, number[]>();
  const reader = async (name: string, server: typeof left, uri: string) => {
    const seqs: number[] = [];
    for (let from_seq = 0, last = false; ;) {
      const page = await server.callOk<ResourcesWatchOutput>("resources_watch", {
        uri,
        from_seq,
        limit: 7,
      });
      seqs.push(...page.events.map(({ seq }) => seq));
      from_seq = page.next_seq;
      if (page.events.length > 0) continue;
      if (last) break;
      last = !writing;
    }
    seen.set(name, seqs);
  };
  await left.callOk("bb_set", { key: "shared:start", value: 0 });
  const readers = [
    reader("left", left, "sc://blackboard/shared"),
    reader("right", right, "sc://blackboard/shared"),
    reader("run", right, `sc://runs/${run_id}/events`),
    reader("other", left, `sc://runs/${other}/events`),
  ];
  await Promise.all(writers);
  await left.callOk("plan_join", { run_ids: [run_id, other] });
  writing = false;
  await Promise.all(readers);
  const expected = async (uri: string) =>
    (await watchAll<{ seq: number }>(left, uri)).map(({ seq }) => seq);
  const changes = await expected("sc://blackboard/shared");
  expect(changes).toHaveLength(121);
  expect(seen.get("left")).toEqual(changes);
  expect(seen.get("right")).toEqual(changes);
  expect(seen.get("run")).toEqual(await expected(`sc://runs/${run_id}/events`));
  expect(seen.get("run")).toHaveLength(122);
  expect(seen.get("other")).toHaveLength(122);
});
