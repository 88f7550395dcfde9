import { beforeAll, describe, expect, test } from "vitest";
import type { Subject } from "../find-servers.mjs";
import { fixtureSubject } from "../fixture-subject.ts";
import { openTaskClient, modern } from "./task-client.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await fixtureSubject();
});
const open = (era: "2025" | "2026") => openTaskClient(era, { entry: subject.entry });

describe.each(["2025", "2026"] as const)("a task of a %s client", (era) => {
  test("is there as soon as its id is known, tells how far it is, and keeps its result", async () => {
    const { start, get, until } = await open(era);
    const { taskId, status } = await start("slow_compute", { seconds: 0.5, label: "count" });
    expect(status).toBe("working");
    expect(await get(taskId)).toMatchObject({ taskId, status: "working" });
    await until(taskId, "completed");
    expect(taskId).toMatch(/^[\w-]{24}$/);
  });

  test("of a tool that fails has a result that says so", async () => {
    const { start, until, ask } = await open(era);
    const { taskId } = await start("failing_job", {});
    const task = await until(taskId, "completed", "failed");
    const failed = {
      isError: true,
      content: [{ type: "text", text: "EXPECTED: This job fails." }],
    };
    if (era === "2026") return expect(task).toMatchObject({ status: "completed", result: failed });
    expect(task.status).toBe("failed");
    expect((await ask("tasks/result", { taskId })).result).toMatchObject({
      ...failed,
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    });
  });

  test("of a tool that breaks the protocol has an error", async () => {
    const { start, until, ask } = await open(era);
    const { taskId } = await start("protocol_error_job", {});
    const task = await until(taskId, "failed");
    const error = { code: -32_603, message: "This job breaks." };
    if (era === "2026") expect(task.error).toEqual(error);
    else expect((await ask("tasks/result", { taskId })).error).toEqual(error);
  });

  test("stops when it is cancelled, keeps what it had, and stays cancelled", async () => {
    const { start, get, cancel, until, ask } = await open(era);
    const { taskId } = await start("slow_compute", { seconds: 60, label: "count" });
    await until(taskId, "working");
    const { result } = await cancel(taskId);
    expect(result).toMatchObject(era === "2025" ? { taskId, status: "cancelled" } : {});
    expect(await get(taskId)).toMatchObject({ status: "cancelled" });
    const again = await cancel(taskId);
    if (era === "2026") expect(again.result).toMatchObject({ resultType: "complete" });
    else
      expect(again.error).toEqual({
        code: -32_602,
        message: "The task has ended already: it is cancelled.",
      });
    if (era === "2025")
      expect((await ask("tasks/result", { taskId })).error?.message).toBe(
        "The task was cancelled.",
      );
  });

  test("of nobody is refused with a sentence", async () => {
    const { ask } = await open(era);
    for (const method of ["tasks/get", "tasks/cancel"])
      expect((await ask(method, { taskId: "guessed" })).error).toEqual({
        code: -32_602,
        message: 'There is no task "guessed", or it has expired.',
      });
    expect((await ask("tasks/get", { taskId: 5 })).error?.code).toBe(-32_602);
  });
});

describe("a client of 2025", () => {
  test("waits for a result, and lists its tasks page by page", async () => {
    const { start, ask } = await open("2025");
    const { taskId } = await start("slow_compute", { seconds: 0.3, label: "count" }, 60_000);
    const { result } = await ask("tasks/result", { taskId });
    expect(result).toMatchObject({ content: [{ type: "text", text: "count took 0.3 s" }] });
    for (let more = 0; more < 55; more += 1) await start("failing_job", {});
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await ask("tasks/list", cursor === undefined ? {} : { cursor })).result as {
        tasks: { taskId: string }[];
        nextCursor?: string;
      };
      seen.push(...page.tasks.map((task) => task.taskId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(56);
    expect(seen.at(-1)).toBe(taskId);
    expect((await ask("tasks/list", { cursor: "nonsense" })).error?.code).toBe(-32_602);
  });

  test("is told which tools run as tasks, and cannot make one of another", async () => {
    const { ask } = await open("2025");
    const { tools } = (await ask("tools/list")).result as { tools: Record<string, unknown>[] };
    const execution = (name: string) => tools.find((tool) => tool["name"] === name)?.["execution"];
    expect([execution("greet"), execution("slow_compute")]).toEqual([
      undefined,
      { taskSupport: "optional" },
    ]);
    const call = { name: "greet", arguments: { name: "you" }, task: {} };
    expect((await ask("tools/call", call)).error).toEqual({
      code: -32_601,
      message: "greet does not run as a task. Call it without `task`.",
    });
  });
});

describe("a client of 2026", () => {
  test("that does not know tasks never gets one, and may not ask for one", async () => {
    const { server } = await open("2026");
    const ask = (method: string, params: object) =>
      server.request(method, { ...modern({}), ...params });
    const input = { name: "slow_compute", arguments: { seconds: 0.1, label: "count" } };
    expect((await ask("tools/call", input)).result).toMatchObject({ resultType: "complete" });
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
      expect((await ask(method, { taskId: "any", inputResponses: {} })).error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
      });
  });

  test("answers the questions of a task one by one", async () => {
    const { start, until, ask, get } = await open("2026");
    const { taskId } = await start("multi_input", {});
    const asked = await until(taskId, "input_required");
    expect(asked.inputRequests?.["first"]).toMatchObject({
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Please give first.",
        requestedSchema: { type: "object", properties: { name: { type: "string" } } },
      },
    });
    const answer = (inputResponses: object) => ask("tasks/update", { taskId, inputResponses });
    await answer({ nobody: { action: "accept", content: {} } });
    await answer({ first: { action: "accept", content: { name: "a" } } });
    expect(Object.keys((await get(taskId)).inputRequests ?? {})).toEqual(["second"]);
    await answer({ second: { action: "decline" }, first: { action: "decline" } });
    const { result } = await until(taskId, "completed");
    expect(result?.content[0]?.text).toBe("accept, decline");
  });

  test("is asked before a call, question after question, and calls again with the answers", async () => {
    const { server } = await open("2026");
    const call = (more: object) =>
      server.request("tools/call", {
        ...modern({ elicitation: { form: {} } }),
        name: "test_input_required_result_multi_round",
        arguments: {},
        ...more,
      });
    const first = (await call({})).result as Record<string, unknown>;
    expect(first).toMatchObject({ resultType: "input_required" });
    expect(Object.keys(first["inputRequests"] as object)).toEqual(["colour"]);
    const colour = { action: "accept", content: { colour: "red" } };
    const second = (await call({ inputResponses: { colour }, requestState: first["requestState"] }))
      .result as Record<string, unknown>;
    expect(Object.keys(second["inputRequests"] as object)).toEqual(["number"]);
    const number = { action: "accept", content: { number: 7 } };
    const { result } = await call({
      inputResponses: { number },
      requestState: second["requestState"],
    });
    expect(result).toMatchObject({
      resultType: "complete",
      structuredContent: { message: JSON.stringify([colour, number]) },
    });
  });
});
