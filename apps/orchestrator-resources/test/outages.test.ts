import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildListOutput } from "@faculties/schemas/orchestrator-resources/child-list";
import { cuttingProxy, type CuttingProxy, type TestServer, waitUntil } from "@faculties/testkit";
import { beforeAll, expect, test } from "vitest";
import { everything, start } from "./support/start.ts";
import {
  createGraph,
  endOf,
  IDLE,
  joinRun,
  linesOf,
  script,
  scriptNode,
  startChild,
  startRun,
  whenGone,
} from "./support/work.ts";
import { BRISK } from "./support/worker.ts";

const STRICT = [...everything, ...BRISK, "--host-silence-ms", "2000"];

let near: TestServer<"2025">;
let far: TestServer<"2025">;
let patient: TestServer<"2025">;
let proxy: CuttingProxy;

/** Two servers whose way to the database can be cut, and one whose cannot; one seems to be on another host. */
beforeAll(async () => {
  near = await start(STRICT);
  const { home } = near;
  const way = await throughProxy();
  proxy = way.proxy;
  const env = { DATABASE_URL: way.url };
  [far, patient] = await Promise.all([
    start([...STRICT, "--host-name", "far"], { home, env }),
    start([...everything, ...BRISK], { home, env }),
  ]);
});

async function throughProxy() {
  const url = new URL(near.home.env["DATABASE_URL"] as string);
  const made = await cuttingProxy(Number(url.port));
  url.port = String(made.port);
  return { proxy: made, url: url.href };
}

async function startNode(server: TestServer<"2025">, graphId: string, text: string) {
  await createGraph(server, graphId, [
    { id: "a", attributes: scriptNode(text, { retries: 3, on_lost: "fail" }) },
  ]);
  const { run_id } = await startRun(server, graphId);
  const { children } = await waitUntil(async () => {
    const list = await server.callOk<ChildListOutput>("child_list", { run_id });
    return list.children.length > 0 ? list : undefined;
  });
  return { runId: run_id, child: children[0] as ChildListOutput["children"][number] };
}

test.concurrent("an outage leaves nothing half told, and nothing continues that others have ended", async () => {
  const file = join(near.home.directory, "go");
  const untilThere = `const timer = setInterval(() => {
    if (!require("node:fs").existsSync(${JSON.stringify(file)})) return;
    clearInterval(timer); console.log("seen"); }, 20);`;
  const doomed = await startNode(far, "doomed", IDLE);
  const alone = await startChild(far, script(IDLE));
  const short = await startNode(patient, "short", untilThere);
  const loose = await startChild(patient, script(untilThere));

  proxy.cutOff();
  writeFileSync(file, "");
  const error = 'node "a": the server that ran it ended unexpectedly';
  const failed = { state: "failed", error };
  expect(await joinRun(near, doomed.runId)).toMatchObject(failed);
  await waitUntil(() => patient.stderr().includes("a write waits for the database"), {
    timeoutMs: 20_000,
  });
  proxy.restore();

  expect(await joinRun(patient, short.runId)).toMatchObject({
    state: "succeeded",
    nodes: [{ state: "succeeded", attempts: 1, output: "seen" }],
  });
  expect(await endOf(near, loose.child_id)).toMatchObject({ state: "exited", exit_code: 0 });
  expect(await linesOf(near, short.child.child_id)).toEqual(["seen"]);
  for (const { pid } of [doomed.child, alone]) await whenGone(pid as number);
  await waitUntil(async () => (await endOf(near, alone.child_id)).state === "killed");
  expect(await joinRun(near, doomed.runId)).toMatchObject({ ...failed, nodes: [{ attempts: 1 }] });
});
