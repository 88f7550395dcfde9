import { describe, expect, test } from "vitest";
import { runMemory, search, startMemory } from "../../test/start-memory.ts";

const asAdmin = { args: ["--role", "admin", "--enable-reflection"] };

describe("reject_proposal", () => {
  test("closes a proposal, which is found no more", async () => {
    await using server = await startMemory(asAdmin);
    const { stdout } = await runMemory(server.home, [
      "propose",
      "queue",
      "Use Kafka",
      "Events need a log",
    ]);
    const id = stdout.trim();
    expect((await search(server, "Kafka")).results).toMatchObject([{ id, status: "draft" }]);
    expect(await server.callOk("reject_proposal", { proposal_id: id })).toEqual({
      status: "success",
      message: `Rejected ${id}.`,
    });
    expect((await search(server, "Kafka")).results).toEqual([]);
    expect(
      (await server.callError("reject_proposal", { proposal_id: id })).structuredContent,
    ).toMatchObject({ code: "PROPOSAL_NOT_DRAFT" });
  });

  test("is for admins, and offered only with reflection", async () => {
    await using agent = await startMemory({ args: ["--enable-reflection"] });
    expect(
      (await agent.callError("reject_proposal", { proposal_id: "prop_x" })).structuredContent,
    ).toMatchObject({ code: "PERMISSION_DENIED" });
    await using plain = await startMemory({ args: ["--role", "admin"] });
    expect(
      (await plain.callError("reject_proposal", { proposal_id: "prop_x" })).content,
    ).toMatchObject([{ text: expect.stringContaining("--enable-reflection") }]);
  });
});
