import { describe, expect, test } from "vitest";
import { record, runMemory, startMemory, supersede, WORDS_ONLY } from "../../test/start-memory.ts";

type Got = { decision: Record<string, unknown>; lineage: { id: string; relation: string }[] };

describe("get_decision", () => {
  test("returns a decision whole, with what it replaced and what replaced it", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const rationale = "A log of events. ".repeat(100);
    const first = await record(server, "queue", "Use Kafka", rationale);
    const second = await supersede(server, "queue", "Use NATS", first);
    const third = await supersede(server, "queue", "Use Postgres", second);
    const got = await server.callOk<Got>("get_decision", { id: first });
    expect(got).toMatchObject({
      status: "success",
      decision: { id: first, rationale, status: "superseded", target: "queue", consequences: [] },
      lineage: [
        { id: second, title: "Use NATS", status: "superseded", relation: "superseded by" },
        { id: third, title: "Use Postgres", status: "active", relation: "superseded by" },
      ],
    });
    const inForce = await server.callOk<Got>("get_decision", { target: " QUEUE " });
    expect(inForce.decision).toMatchObject({ id: third, status: "active" });
    expect(inForce.lineage.map(({ id, relation }) => [id, relation])).toEqual([
      [second, "supersedes"],
      [first, "supersedes"],
    ]);
  });

  test("returns a proposal that waits for a review", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const { stdout } = await runMemory(server.home, [
      "propose",
      "jobs",
      "Use cron",
      "It is there already",
    ]);
    const { decision } = await server.callOk<Got>("get_decision", { id: stdout.trim() });
    expect(decision).toMatchObject({ status: "draft", title: "Use cron", origin: "human" });
  });

  test("says what to do when there is nothing, or when it is not clear what is wanted", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const codeOf = async (input: Record<string, unknown>) =>
      (await server.callError("get_decision", input)).structuredContent;
    expect(await codeOf({ id: "dec_nothing" })).toMatchObject({ code: "DECISION_NOT_FOUND" });
    expect(await codeOf({ id: "../../etc/passwd" })).toMatchObject({ code: "DECISION_NOT_FOUND" });
    expect(await codeOf({ target: "nothing" })).toMatchObject({
      code: "DECISION_NOT_FOUND",
      message:
        'Nothing was decided on "nothing". Use search_decisions to find decisions by their words.',
    });
    expect(await codeOf({})).toMatchObject({ code: "INVALID_INPUT" });
    expect(await codeOf({ id: "a", target: "b" })).toMatchObject({ code: "INVALID_INPUT" });
  });
});
