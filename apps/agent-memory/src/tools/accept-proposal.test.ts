import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { record, runMemory, search, startMemory, withDatabase } from "../../test/start-memory.ts";

const HOUR = 3_600_000;
const asAdmin = { args: ["--role", "admin"] };

async function propose(
  home: TemporaryHome,
  target = "queue",
  title = "Use Kafka",
): Promise<string> {
  const run = await runMemory(home, [
    "propose",
    target,
    title,
    "Events need a log",
    "One more service",
  ]);
  return run.stdout.trim();
}

function age(home: TemporaryHome, ms: number): void {
  withDatabase(home, (database) =>
    database.prepare("update proposals set first_observed_at = first_observed_at - ?").run(ms),
  );
}

describe("accept_proposal", () => {
  test("makes a proposal the decision in force after its review window", async () => {
    await using server = await startMemory(asAdmin);
    const proposal = await propose(server.home);
    age(server.home, HOUR);
    const result = await server.callOk<{ decision_id: string }>("accept_proposal", {
      proposal_id: proposal,
    });
    const id = result.decision_id;
    expect(result).toEqual({
      status: "success",
      message: `Accepted ${proposal} as ${id}.`,
      decision_id: id,
    });
    expect((await search(server, "Kafka")).results).toMatchObject([
      { id, status: "active", kind: "decision", origin: "human", score: expect.closeTo(1.6, 0) },
    ]);
  });

  test("refuses within the first hour and leaves the proposal a draft", async () => {
    await using server = await startMemory(asAdmin);
    const proposal = await propose(server.home);
    age(server.home, HOUR - 5_000);
    expect(
      (await server.callError("accept_proposal", { proposal_id: proposal })).structuredContent,
    ).toEqual({
      status: "error",
      code: "PI1_VIOLATION",
      message: `PI1 Violation: ${proposal} is in its one-hour review window for another 1 min. Try again after that.`,
    });
    age(server.home, 5_000);
    expect(await server.callOk("accept_proposal", { proposal_id: proposal })).toMatchObject({
      status: "success",
    });
  });

  test("is for admins with the secret", async () => {
    const home = await temporaryHome();
    const proposal = await propose(home);
    age(home, HOUR);
    const denied: [string[], string | undefined][] = [
      [["--role", "agent"], "a-secret"],
      [["--role", "viewer"], "a-secret"],
      [["--role", "admin"], undefined],
    ];
    for (const [args, secret] of denied) {
      await using server = await startMemory({ home, args, env: { AGENT_MEMORY_SECRET: secret } });
      const { structuredContent } = await server.callError("accept_proposal", {
        proposal_id: proposal,
      });
      expect(structuredContent).toMatchObject({
        code: "PERMISSION_DENIED",
        message: expect.stringMatching(/^Permission Denied: /),
      });
    }
  });

  test("refuses what is not there or was decided before", async () => {
    await using server = await startMemory(asAdmin);
    const proposal = await propose(server.home);
    age(server.home, HOUR);
    await server.callOk("accept_proposal", { proposal_id: proposal });
    for (const [id, code] of [
      ["prop_nothing", "PROPOSAL_NOT_FOUND"],
      ["../proposals/x.md", "PROPOSAL_NOT_FOUND"],
      [proposal, "PROPOSAL_NOT_DRAFT"],
    ]) {
      const { structuredContent } = await server.callError("accept_proposal", { proposal_id: id });
      expect(structuredContent).toMatchObject({ status: "error", code });
    }
  });

  test("replaces what was in force when it was made, and nothing that came later", async () => {
    await using server = await startMemory(asAdmin);
    const old = await record(server, "queue", "Use NATS");
    const replacing = await propose(server.home);
    const free = await propose(server.home, "cache", "Use Redis");
    await record(server, "cache", "Use memory");
    age(server.home, HOUR);
    expect(await server.callOk("accept_proposal", { proposal_id: replacing })).toMatchObject({
      superseded_ids: [old],
    });
    const { structuredContent } = await server.callError("accept_proposal", { proposal_id: free });
    expect(structuredContent).toMatchObject({ code: "TARGET_TAKEN" });
    const { stdout } = await runMemory(server.home, ["review", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ id: free, status: "draft" }]);
  });
});
