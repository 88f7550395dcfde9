import { readdirSync, readFileSync } from "node:fs";
import type { PlanListOutput } from "@faculties/schemas/orchestrator-resources/plan-list";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { runProgram, type TemporaryHome, waitUntil } from "@faculties/testkit";
import { expect, onTestFinished, test } from "vitest";
import { entry, everything, start } from "./support/start.ts";
import { createGraph, joinRun, scriptNode, startRun, watchAll } from "./support/work.ts";

const DETACHED = { env: { ORCHESTRATOR_DETACH: "on" } };
const BRISK = [...everything, "--heartbeat-interval-ms", "250"];

/** Processes in the background that belong to a home. */
function daemonsOf({ directory }: TemporaryHome): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0daemon\0") &&
          readFileSync(`/proc/${pid}/environ`, "utf8").includes(`HOME=${directory}\0`)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function startDetached() {
  const server = await start(BRISK, DETACHED);
  onTestFinished(async () => {
    for (const pid of daemonsOf(server.home)) process.kill(pid, "SIGTERM");
    await waitUntil(() => daemonsOf(server.home).length === 0, {
      what: "an end in the background",
    });
  });
  return server;
}

const CHAIN = ["a", "b", "c", "d"].map((id) => ({
  id,
  attributes: scriptNode(`setTimeout(() => console.log("${id}"), 200)`),
}));
const IN_ORDER: [string, string][] = [
  ["a", "b"],
  ["b", "c"],
  ["c", "d"],
];

test("a run goes on in the background when its client leaves, and then nothing is left", async () => {
  const server = await startDetached();
  await createGraph(server, "chain", CHAIN, IN_ORDER);
  const { run_id } = await startRun(server, "chain");
  await waitUntil(async () => {
    const { progress } = await server.callOk<RunSnapshot>("plan_status", { run_id });
    return progress.succeeded >= 1;
  });
  await server.close();
  await waitUntil(() => daemonsOf(server.home).length === 1, { what: "a background process" });
  await waitUntil(() => daemonsOf(server.home).length === 0, {
    what: "its end",
    timeoutMs: 20_000,
  });
  const next = await start(BRISK, { home: server.home });
  const { runs } = await next.callOk<PlanListOutput>("plan_list", { states: ["succeeded"] });
  expect(runs).toMatchObject([{ run_id, progress: { succeeded: 4 } }]);
  const events = await watchAll<ResourceRunEvent>(next, `sc://runs/${run_id}/events`);
  const taken = events.filter(
    ({ payload }) => (payload as { message?: string }).message === "taken over",
  );
  expect(taken).toHaveLength(1);
});

test("with --detach off runs end with their server, and nothing is left", async () => {
  const server = await start([...BRISK, "--detach", "off"]);
  await createGraph(server, "chain", CHAIN, IN_ORDER);
  const { run_id } = await startRun(server, "chain");
  await server.close();
  expect(daemonsOf(server.home)).toEqual([]);
  const next = await start(BRISK, { home: server.home });
  expect(await joinRun(next, run_id)).toMatchObject({ state: "cancelled" });
});

test("a question is answered on the command line while nobody executes the run", async () => {
  const server = await start([...BRISK, "--detach", "off"]);
  const ask = { kind: "ask", question: "Deploy?", choices: ["yes", "no"] };
  await createGraph(
    server,
    "asks",
    [
      { id: "ok", attributes: ask },
      {
        id: "deploy",
        attributes: { kind: "bb_set", key: "deployed", value: "{{nodes.ok.output}}" },
      },
    ],
    [["ok", "deploy"]],
  );
  const { run_id } = await startRun(server, "asks");
  await waitUntil(
    async () => (await server.callOk<RunSnapshot>("plan_status", { run_id })).needs_input,
  );
  await server.kill("SIGKILL");
  const { home } = server;
  const listed = await runProgram({ entry, args: ["runs"], home });
  expect(listed.stdout).toContain('asks "ok": Deploy? yes | no');
  const refused = await runProgram({ entry, args: ["answer", run_id, "perhaps"], home });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("none of the choices");
  const answered = await runProgram({ entry, args: ["answer", run_id, "yes"], home });
  expect(answered).toMatchObject({ code: 0, stdout: `Answered "ok" of ${run_id}: yes\n` });
  const next = await start(BRISK, { home });
  expect(await joinRun(next, run_id)).toMatchObject({ state: "succeeded" });
  expect(await next.callOk("bb_get", { key: "deployed" })).toMatchObject({
    entry: { value: "yes" },
  });
});
