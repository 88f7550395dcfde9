import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import {
  record,
  runMemory,
  startMemory,
  supersede,
  withDatabase,
  WORDS_ONLY,
} from "../../test/start-memory.ts";

const text = { title: "Use Valkey", target: "sessions", rationale: "The licence of Redis changed" };

describe("supersede_decision", () => {
  test("replaces the decision in force and links both ways", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const old = await record(server, "Sessions", "Use Redis");
    const result = await server.callOk<{ decision_id: string }>("supersede_decision", {
      ...text,
      old_decision_ids: [old, old],
    });
    const id = result.decision_id;
    expect(result).toEqual({
      status: "success",
      message: `Recorded ${id}; superseded ${old}.`,
      decision_id: id,
    });
    withDatabase(server.home, (database) => {
      const rows = database
        .prepare("select id, status, target from decisions order by number")
        .all();
      expect(rows).toEqual([
        { id: old, status: "superseded", target: "Sessions" },
        { id, status: "active", target: "sessions" },
      ]);
      const links = database.prepare("select new_id, old_id, kind from links").all();
      expect(links).toEqual([{ new_id: id, old_id: old, kind: "supersedes" }]);
    });
  });

  test("refuses what does not fit, and changes nothing", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const old = await record(server, "sessions", "Use Redis");
    const cases: [change: Record<string, unknown>, code: string][] = [
      [{ rationale: "12345678901234" }, "INVALID_INPUT"],
      [{ old_decision_ids: [] }, "INVALID_INPUT"],
      [{ old_decision_ids: ["dec_nothing"] }, "DECISION_NOT_FOUND"],
      [{ old_decision_ids: [old, "../../etc/passwd"] }, "DECISION_NOT_FOUND"],
      [
        { old_decision_ids: Array.from({ length: 40_000 }, (_, at) => `dec_${at}`) },
        "DECISION_NOT_FOUND",
      ],
      [{ target: "elsewhere" }, "TARGET_MISMATCH"],
    ];
    for (const [change, code] of cases) {
      const input = { ...text, old_decision_ids: [old], ...change };
      const { structuredContent } = await server.callError("supersede_decision", input);
      expect(structuredContent).toMatchObject({ status: "error", code });
    }
    withDatabase(server.home, (database) =>
      expect(database.prepare("select id, status from decisions").all()).toEqual([
        { id: old, status: "active" },
      ]),
    );
  });

  test("refuses what was superseded before and says what is in force", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const first = await record(server, "sessions", "Use Redis");
    const second = await supersede(server, "sessions", "Use Valkey", first);
    const { structuredContent } = await server.callError("supersede_decision", {
      ...text,
      old_decision_ids: [first],
    });
    expect(structuredContent).toEqual({
      status: "error",
      code: "DECISION_NOT_ACTIVE",
      message: `${first} is superseded; name the active decision of the target instead: ${second}.`,
    });
  });

  test("keeps agents from replacing a human's decision, and lets admins", async () => {
    const home = await temporaryHome();
    await using agent = await startMemory({ home });
    await using admin = await startMemory({ home, args: ["--role", "admin"] });
    await runMemory(home, ["propose", "sessions", "Use Redis", "People decided this"]);
    withDatabase(home, (database) =>
      database.exec("update proposals set first_observed_at = first_observed_at - 3600000"),
    );
    const [{ id: proposal }] = withDatabase(home, (database) =>
      database.prepare<[], { id: string }>("select id from proposals").all(),
    ) as [{ id: string }];
    const { decision_id: human } = await admin.callOk<{ decision_id: string }>("accept_proposal", {
      proposal_id: proposal,
    });
    const input = { ...text, old_decision_ids: [human] };
    expect((await agent.callError("supersede_decision", input)).structuredContent).toEqual({
      status: "error",
      code: "ISOLATION_VIOLATION",
      message: `Isolation Violation: ${human} was decided by a human; only the role admin may supersede it.`,
    });
    expect(await admin.callOk("supersede_decision", input)).toMatchObject({ status: "success" });
  });
});
