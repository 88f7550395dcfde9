import { clientKinds, type TestServer, waitUntil } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { startAudit, step, think } from "../../test/support/gan-audit.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startAudit();
});

describe("sequentialthinking", () => {
  test("has the contract's parameters, and next to it there is only the tool for long audits", async () => {
    const [job, tool, ...others] = await server.listTools();
    expect([job?.name, others]).toEqual(["job", []]);
    expect(tool).toMatchObject({
      name: "sequentialthinking",
      inputSchema: {
        required: ["thought", "nextThoughtNeeded", "thoughtNumber", "totalThoughts"],
        properties: {
          thought: { type: "string" },
          nextThoughtNeeded: { type: "boolean" },
          thoughtNumber: { type: "integer", minimum: 1 },
          totalThoughts: { type: "integer", minimum: 1 },
          isRevision: { type: "boolean" },
          revisesThought: { type: "integer", minimum: 1 },
          branchFromThought: { type: "integer", minimum: 1 },
          branchId: { type: "string" },
          needsMoreThoughts: { type: "boolean" },
        },
      },
    });
  });

  test.each(clientKinds)(
    "answers a %s client with the payload as text and as structure",
    async (client) => {
      const own = await startAudit({ client });
      const result = await own.call("sequentialthinking", step);
      const payload = {
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: false,
        branches: [],
        thoughtHistoryLength: 1,
      };
      expect(result.content).toEqual([{ type: "text", text: JSON.stringify(payload) }]);
      expect(result.structuredContent).toEqual(payload);
      expect(result.isError).toBeUndefined();
    },
  );

  test("keeps history, branches and raised totals", async () => {
    const own = await startAudit();
    const first = await think(own, "One.", { totalThoughts: 3, nextThoughtNeeded: true });
    const second = await think(own, "Two.", {
      thoughtNumber: 2,
      totalThoughts: 3,
      branchId: "a",
      branchFromThought: 1,
    });
    const third = await think(own, "Three.", { thoughtNumber: 3, totalThoughts: 2, branchId: "b" });
    const fourth = await think(own, "Four.", { thoughtNumber: 4, totalThoughts: 4, branchId: "a" });
    const shared = { totalThoughts: 3, nextThoughtNeeded: false };
    expect([first, second, third, fourth]).toEqual([
      {
        ...shared,
        thoughtNumber: 1,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 1,
      },
      { ...shared, thoughtNumber: 2, branches: ["a"], thoughtHistoryLength: 2 },
      { ...shared, thoughtNumber: 3, branches: ["a", "b"], thoughtHistoryLength: 3 },
      {
        ...shared,
        thoughtNumber: 4,
        totalThoughts: 4,
        branches: ["a", "b"],
        thoughtHistoryLength: 4,
      },
    ]);
  });

  test("accepts what refers to nothing, and logs it", async () => {
    const own = await startAudit();
    await think(own, "A revision.", {
      isRevision: true,
      revisesThought: 70,
      branchFromThought: 80,
      needsMoreThoughts: true,
    });
    for (const field of ["revisesThought", "branchFromThought"])
      await waitUntil(() => own.stderr().includes(`${field} is not in the history`));
  });

  test("accepts numbers and booleans that a client sends as text", async () => {
    const answer = await think(server, "Text.", {
      thoughtNumber: "2",
      totalThoughts: "5",
      nextThoughtNeeded: "true",
    });
    expect(answer).toMatchObject({ thoughtNumber: 2, totalThoughts: 5, nextThoughtNeeded: true });
  });

  test.each([
    ["no thought", { thought: undefined }, "thought"],
    ["a thought that is no text", { thought: 5 }, "thought"],
    ["null for a boolean", { nextThoughtNeeded: null }, "nextThoughtNeeded"],
    ["a word for a boolean", { nextThoughtNeeded: "perhaps" }, "nextThoughtNeeded"],
    ["null for a number", { thoughtNumber: null }, "thoughtNumber"],
    ["true for a number", { thoughtNumber: true }, "thoughtNumber"],
    ["zero", { thoughtNumber: 0 }, "thoughtNumber"],
    ["less than zero", { totalThoughts: -1 }, "totalThoughts"],
    ["half a number", { totalThoughts: 1.5 }, "totalThoughts"],
    ["zero as text", { thoughtNumber: "0" }, "thoughtNumber"],
    ["a branch that is no text", { branchId: 7 }, "branchId"],
    ["a revision of nothing", { revisesThought: 0 }, "revisesThought"],
  ])(
    "refuses %s in the contract's shape, and the history does not move",
    async (_, wrong, field) => {
      const before = await think(server, "Before.");
      const result = await server.callError("sequentialthinking", { ...step, ...wrong });
      const after = await think(server, "After.");
      const shape = {
        error: expect.stringContaining(field),
        status: "failed",
        details: { code: "INVALID_INPUT", issues: [{ field, reason: expect.any(String) }] },
      };
      expect(result.structuredContent).toEqual(shape);
      expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(shape);
      expect(after.thoughtHistoryLength).toBe(before.thoughtHistoryLength + 1);
    },
  );

  test("continues a known branch after a restart, and starts afresh without one", async () => {
    const first = await startAudit();
    await think(first, "One.", { branchId: "feature" });
    await think(first, "Two.");
    await first.close();
    const again = await startAudit({ home: first.home });
    const fresh = await startAudit({ home: first.home });
    expect(await think(again, "Three.", { branchId: "feature" })).toMatchObject({
      branches: ["feature"],
      thoughtHistoryLength: 3,
    });
    expect(await think(fresh, "One.")).toMatchObject({ branches: [], thoughtHistoryLength: 1 });
  });
});
