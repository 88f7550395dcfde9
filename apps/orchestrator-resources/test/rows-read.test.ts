import type { TxBeginOutput } from "@faculties/schemas/orchestrator-resources/tx-begin";
import { fillTables, tablesReadThrough, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { start } from "./support/start.ts";
import { createGraph, joinRun, runChild, script, startRun } from "./support/work.ts";

const ROWS = 4_000;
const AHEAD = "9000000000000000";

/** Processes, and what they ask of each other, are few. */
const except = ["instances", "requests", "workers", "remote_tasks"];
const values = {
  "idempotency_keys.expires_at": AHEAD,
  "children.ended_at": "i",
  "runs.ended_at": "i",
};

test("what is called often reads what it is about, however much else there is", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] as string;
  const first = await start(undefined, { home });
  // Facts are counted once.
  const fact = { subject: "water", predicate: "is", object: "wet" };
  await first.callOk("kg_insert", { triples: [fact] });
  await first.close();
  await fillTables(url, { rows: ROWS, values, except });

  const server = await start(undefined, { home });
  const call = server.callOk;
  for (const place of [1, 2, 3]) {
    const key = `own:${place}`;
    await call("bb_set", { key, value: place, tags: ["a"], idempotency_key: key });
    await call("bb_set", { key, value: place, tags: ["b"], ttl_ms: 60_000 });
    await call("bb_get", { key });
    await call("bb_query", { namespace: "own", tags: ["b"] });
    await call("bb_query", { prefix: "a" });
    await call("bb_watch", { key });
    await call("bb_delete", { key });

    const graph_id = `own-${place}`;
    await createGraph(server, graph_id, [{ id: "a", attributes: { kind: "noop" } }]);
    const { tx_id } = await call<TxBeginOutput>("tx_begin", { graph_id });
    await call("tx_apply", { tx_id, ops: [{ op: "add_node", id: "b" }] });
    await call("tx_commit", { tx_id });
    const { run_id } = await startRun(server, graph_id);
    await joinRun(server, run_id);
    await call("plan_status", { run_id });
    await call("events_subscribe", { run_id });
    await call("resources_list", { prefix: `sc://graphs/${graph_id}` });
    await call("resources_read", { uri: `sc://graphs/${graph_id}` });

    const { child_id } = await runChild(server, script("console.log('up')"));
    await call("logs_tail", { source: "child", id: child_id });
    await call("child_list", { states: ["running"] });
    await call("cnp_announce", { task: "any", bids: [{ agent_id: "own", cost: 1 }] });

    await call("kg_insert", { triples: [{ ...fact, object: key }] });
    await call("kg_query", { predicate: "is" });
    await call("stig_mark", { node_id: "a", type: "load", intensity: 1 });
  }
  await server.close();
  expect(await tablesReadThrough(url, ROWS)).toEqual([]);
});
