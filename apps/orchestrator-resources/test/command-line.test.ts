import { spawn } from "node:child_process";
import { once } from "node:events";
import { runProgram, waitUntil } from "@faculties/testkit";
import { expect, onTestFinished, test } from "vitest";
import { entry, everything, start } from "./support/start.ts";
import { createGraph, IDLE, runGraph, script, scriptNode, startChild } from "./support/work.ts";

test("runs, graph and doctor tell what there is", async () => {
  const server = await start(everything);
  const run = (...args: string[]) => runProgram({ entry, args, home: server.home });
  expect((await run("runs")).stdout).toBe("There are no runs yet.\n");
  await createGraph(server, "g", ["a", "b"], [["a", "b"]]);
  const { run_id } = await runGraph(server, "g");
  expect((await run("runs")).stdout).toMatch(
    new RegExp(`^\\S+Z  ${run_id}  succeeded 2/2 of g \\(dag\\) in \\d+\\.\\d s\\n$`),
  );
  expect(JSON.parse((await run("runs", "--json")).stdout)).toMatchObject([
    { run_id, state: "succeeded" },
  ]);
  expect((await run("graph", "g", "--mermaid")).stdout).toBe(
    'flowchart TD\n  n0["a"]\n  n1["b"]\n  n0 --> n1\n',
  );
  expect(JSON.parse((await run("graph", "g")).stdout)).toMatchObject({
    graphId: "g",
    graphVersion: 1,
  });
  expect(await run("graph", "nowhere")).toMatchObject({ code: 1, stdout: "" });
  expect(await run("graph")).toMatchObject({ code: 2 });
  const doctor = await run("doctor", "--allow-command", process.execPath);
  expect(doctor.code).toBe(0);
  expect(doctor.stdout).toMatch(/^ok {4}database: .* is sound$/m);
  expect(await run("doctor", "--allow-command", "nowhere")).toMatchObject({ code: 1 });
});

test("tail follows a child like tail -f", async () => {
  const server = await start(everything);
  const { child_id } = await startChild(
    server,
    script(`process.stdin.pipe(process.stdout); console.log('first'); ${IDLE}`),
  );
  const uri = `sc://children/${child_id}/logs`;
  const tail = spawn(process.execPath, [entry, "tail", uri], {
    env: { ...server.home.env, PATH: process.env["PATH"] },
  });
  onTestFinished(() => void tail.kill("SIGKILL"));
  let output = "";
  tail.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await waitUntil(() => output.includes("stdout first"));
  await server.callOk("child_send", { child_id, data: "second" });
  await waitUntil(() => output.includes("stdout second"));
  const exited = once(tail, "exit");
  tail.kill("SIGINT");
  expect((await exited)[0]).toBe(0);
  const printed = await runProgram({
    entry,
    args: ["tail", uri, "--once", "--json"],
    home: server.home,
  });
  expect(
    printed.stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { message: string }).message)
      .slice(1),
  ).toEqual(["first", "second"]);
  expect(
    await runProgram({ entry, args: ["tail", "sc://runs/nowhere/events"], home: server.home }),
  ).toMatchObject({ code: 1 });
});

test("a set of tools that does not exist is answered with all that do", async () => {
  const { code, stderr } = await runProgram({ entry, args: ["--toolsets", "nope"] });
  expect(code).toBe(2);
  expect(stderr).toContain("no toolset named nope");
  for (const set of ["graph", "locks", "tx", "blackboard"]) expect(stderr).toContain(set);
});

test("workers need labels and PostgreSQL, and nodes with a label need workers", async () => {
  const run = (...args: string[]) => runProgram({ entry, args });
  const answers = await Promise.all([
    run("worker"),
    run("worker", "--label", "no spaces"),
    run("worker", "--label", "gpu"),
  ]);
  expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, "orchestrator-resources: Name at least one label, such as --label gpu.\n"],
    [
      2,
      'orchestrator-resources: The label "no spaces" must be at most 50 letters, digits, dots, dashes and underscores.\n',
    ],
    [
      2,
      "orchestrator-resources: Workers need PostgreSQL. Set DATABASE_URL to that of the servers.\n",
    ],
  ]);
  const server = await start(everything);
  const attributes = scriptNode("", { worker_label: "gpu" });
  await createGraph(server, "g", [{ id: "a", attributes }]);
  const reason =
    'worker_label "gpu" needs workers, and those need PostgreSQL: set DATABASE_URL, or leave the label out';
  expect(await server.callOk("plan_dry_run", { graph_id: "g" })).toMatchObject({
    runnable: false,
    problems: [{ message: `"a": ${reason}` }],
  });
  expect(await runGraph(server, "g")).toMatchObject({
    state: "failed",
    nodes: [{ error: reason }],
  });
});
