import { describe, expect, test } from "vitest";
import { record, startMemory, withDatabase } from "../../test/start-memory.ts";

type Event = { event_id: string; proposal_id?: string; message: string | null };
const withReflection = { args: ["--enable-reflection"] };

describe("record_event", () => {
  test("is offered only with reflection", async () => {
    await using server = await startMemory();
    expect((await server.listTools()).map(({ name }) => name)).not.toContain("record_event");
    const result = await server.callError("record_event", {
      kind: "note",
      target: "x",
      summary: "y",
    });
    expect(result.structuredContent).toEqual({
      status: "error",
      code: "TOOL_DISABLED",
      message: "record_event is switched off. Start the server with --enable-reflection.",
    });
  });

  test("turns repeated failures into one proposal with its evidence, and adds later ones to it", async () => {
    await using server = await startMemory(withReflection);
    const active = await record(server, "Deploy", "Deploy by hand");
    const events: Event[] = [];
    for (const summary of [
      "timeout in step 1",
      "timeout in step 2",
      "timeout in step 3",
      "timeout again",
    ])
      events.push(
        await server.callOk<Event>("record_event", { kind: "error", target: "deploy", summary }),
      );
    const [, , third, fourth] = events;
    const proposal = third?.proposal_id;
    expect(events.map(({ proposal_id: id }) => id)).toEqual([
      undefined,
      undefined,
      proposal,
      undefined,
    ]);
    expect(third).toEqual({
      status: "success",
      message: `This led to the proposal ${proposal}.`,
      event_id: third?.event_id,
      proposal_id: proposal,
    });
    const rows = withDatabase(server.home, (database) =>
      database.prepare<[], Record<string, string>>("select * from proposals").all(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      id: proposal,
      status: "draft",
      origin: "agent",
      target: "deploy",
    });
    expect(JSON.parse(rows[0]?.["evidence"] ?? "")).toEqual(events.map(({ event_id: id }) => id));
    expect(JSON.parse(rows[0]?.["supersedes"] ?? "")).toEqual([active]);
    expect(rows[0]?.["objections"]).toContain(`would replace the active decision ${active}`);
    expect(fourth?.message).toBeNull();
  });

  test("records the same reference once, and needs no cooldown", async () => {
    await using server = await startMemory({
      ...withReflection,
      env: { AGENT_MEMORY_COOLDOWN_MS: "60000" },
    });
    const event = { kind: "success", target: "ci", summary: "green", reference: "commit 1" };
    const first = await server.callOk<Event>("record_event", event);
    expect(await server.callOk<Event>("record_event", event)).toEqual(first);
  });

  test("refuses viewers and invalid events", async () => {
    await using server = await startMemory(withReflection);
    await using viewer = await startMemory({ args: ["--enable-reflection", "--role", "viewer"] });
    const event = { kind: "note", target: "x", summary: "y" };
    for (const change of [{ kind: "bad" }, { target: " " }, { summary: "" }])
      expect(
        (await server.callError("record_event", { ...event, ...change })).structuredContent,
      ).toMatchObject({
        code: "INVALID_INPUT",
      });
    expect((await viewer.callError("record_event", event)).structuredContent).toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});
