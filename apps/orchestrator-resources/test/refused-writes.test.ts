import { join } from "node:path";
import { openStorage, sql } from "@faculties/storage";
import { postgresUrl, type TemporaryHome, type TestServer } from "@faculties/testkit";
import { beforeAll, expect, test } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { start } from "./support/start.ts";
import {
  createGraph,
  endOf,
  linesOf,
  runGraph,
  script,
  scriptNode,
  startChild,
} from "./support/work.ts";
import { startWorker } from "./support/worker.ts";

const isPostgres = postgresUrl() !== undefined;
let server: TestServer<"2025">;

beforeAll(async () => {
  server = await start();
  await server.callOk("resources_list");
  await refuse(server.home, "events", "node_id = 'refused'");
  await refuse(server.home, "child_log_segments", "entries like '%refused%'");
  await refuse(server.home, "remote_tasks", "output like '%refused%'");
});

/** From now on the database refuses such rows, however often they are tried. */
async function refuse({ env }: TemporaryHome, table: string, rows: string): Promise<void> {
  const file = join(env["XDG_DATA_HOME"] as string, "faculties", "orchestrator-resources.db");
  const url = env["DATABASE_URL"];
  const place = url === undefined ? { file } : { url, namespace: "orchestrator_resources" };
  const storage = openStorage({ ...place, migrations });
  const rule = isPostgres
    ? `alter table ${table} add constraint refused check (not (${rows}))`
    : `create trigger refused_${table} before insert on ${table}
        when new.${rows} begin select raise(abort, 'refused'); end`;
  await storage.write((tx) => tx.run(sql.raw(rule)));
  await storage.close();
}

test("a run whose steps cannot be stored fails and says why", async () => {
  await createGraph(server, "refused-steps", ["refused", "next"], [["refused", "next"]]);
  expect(await runGraph(server, "refused-steps")).toMatchObject({
    state: "failed",
    error: "steps of the run could not be stored; see the server's log",
  });
  expect(server.stderr()).toContain("steps of a run could not be stored");
});

test("only the output that cannot be stored is lost, and the log tells how much", async () => {
  const echo = script("process.stdin.on('data', (data) => process.stdout.write(data))");
  const [loser, other] = await Promise.all([startChild(server, echo), startChild(server, echo)]);
  const send = async (childId: string, data: string, more = {}) =>
    server.callOk("child_send", { child_id: childId, data, ...more });
  for (const { child_id } of [loser, other])
    await expect.poll(() => linesOf(server, child_id, "meta")).toHaveLength(1);
  await Promise.all([send(loser.child_id, "refused"), send(other.child_id, "kept")]);
  await expect.poll(() => server.stderr()).toContain("output of a child could not be stored");
  for (const { child_id } of [loser, other]) {
    await send(child_id, "later", { close: true });
    await endOf(server, child_id);
  }
  expect(await linesOf(server, loser.child_id)).toEqual(["later"]);
  expect(await linesOf(server, loser.child_id, "meta")).toEqual([
    expect.stringMatching(/^started/),
    "1 lines could not be stored",
    "exited with code 0",
  ]);
  expect(await linesOf(server, other.child_id)).toEqual(["kept", "later"]);
});

test.runIf(isPostgres)("a node whose result a worker cannot store fails and says why", async () => {
  const worker = await startWorker(server.home, "any");
  const attributes = scriptNode("console.log('ref' + 'used')", { worker_label: "any" });
  await createGraph(server, "refused-result", [{ id: "a", attributes }]);
  expect(await runGraph(server, "refused-result")).toMatchObject({
    state: "failed",
    nodes: [{ error: "its result could not be stored; see the worker's log" }],
  });
  expect(worker.stderr()).toContain("breaks a rule of the data");
});
