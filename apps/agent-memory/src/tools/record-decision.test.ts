import { createHash } from "node:crypto";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { SECRET, startMemory, withDatabase, WORDS_ONLY } from "../../test/start-memory.ts";

const text = { title: "Use Redis", target: "sessions", rationale: "Fast and shared" };
const error = (code: string, message: RegExp) => ({
  isError: true,
  structuredContent: { status: "error", code, message: expect.stringMatching(message) },
});

describe("record_decision", () => {
  test("stores what was decided and answers with its id", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const result = await server.call("record_decision", {
      ...text,
      target: "  Sessions ",
      consequences: ["a"],
    });
    const { decision_id: id } = result.structuredContent as { decision_id: string };
    expect(id).toMatch(/^dec_[0-9a-f]{24}$/);
    expect(result).toEqual({
      content: [{ type: "text", text: JSON.stringify(result.structuredContent) }],
      structuredContent: { status: "success", message: `Recorded ${id}.`, decision_id: id },
    });
    const stored = withDatabase(server.home, (database) =>
      database.prepare("select * from decisions").all(),
    );
    expect(stored).toMatchObject([
      {
        id,
        title: "Use Redis",
        target: "Sessions",
        target_key: "sessions",
        rationale: "Fast and shared",
        consequences: '["a"]',
        status: "active",
        origin: "agent",
      },
    ]);
  });

  test("takes any text as text and the shortest texts allowed", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const texts = [
      { title: "x", target: "y", rationale: "🙂".repeat(10) },
      {
        title: `"quoted" OR NEAR(`,
        target: "../../etc/passwd",
        rationale: "'; drop table decisions; --",
      },
      { title: "[via MCP]", target: "[via MCP]", rationale: "\u0000 null and \uD800 halves" },
    ];
    for (const one of texts)
      expect(await server.callOk("record_decision", one)).toMatchObject({ status: "success" });
    const found = await server.callOk<{ results: { id: string }[] }>("search_decisions", {
      query: "drop table",
    });
    expect(found.results).not.toHaveLength(0);
  });

  test("refuses what is too short or of the wrong kind, counting characters of the text itself", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const cases: [change: Record<string, unknown>, field: RegExp][] = [
      [{ title: "" }, /title/],
      [{ title: " \n\t" }, /title/],
      [{ target: "   " }, /target/],
      [{ target: undefined }, /target/],
      [{ rationale: "123456789" }, /rationale/],
      [{ rationale: "🙂".repeat(9) }, /rationale/],
      [{ rationale: "  123456789     " }, /rationale/],
      [{ consequences: "x" }, /consequences/],
    ];
    for (const [change, field] of cases)
      expect(await server.call("record_decision", { ...text, ...change })).toMatchObject(
        error("INVALID_INPUT", field),
      );
  });

  test("refuses a target that has a decision in force, names it, and writes nothing", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const { decision_id: id } = await server.callOk<{ decision_id: string }>(
      "record_decision",
      text,
    );
    const again = await server.call("record_decision", { ...text, target: "SESSIONS " });
    expect(again).toMatchObject(error("TARGET_TAKEN", new RegExp(`${id}.*supersede_decision`)));
    const count = withDatabase(server.home, (database) =>
      database
        .prepare("select (select count(*) from decisions) + (select count(*) from audit) as c")
        .get(),
    );
    expect(count).toEqual({ c: 2 });
  });
});

describe("writing", () => {
  const hash = (secret: string) => createHash("sha256").update(secret).digest("hex");

  test.each([
    [
      "without a secret",
      { AGENT_MEMORY_SECRET: undefined },
      [],
      /^Permission Denied: .*AGENT_MEMORY_SECRET/,
    ],
    [
      "with the wrong secret",
      { AGENT_MEMORY_SECRET_HASH: hash("other") },
      [],
      /^Permission Denied: .*does not match/,
    ],
    ["as viewer", {}, ["--role", "viewer"], /^Permission Denied: .*viewer/],
  ])("is denied %s", async (_, env, args, message) => {
    await using server = await startMemory({ env, args });
    expect(await server.call("record_decision", text)).toMatchObject(
      error("PERMISSION_DENIED", message),
    );
    expect(await server.callOk("search_decisions", { query: "Redis" })).toMatchObject({
      results: [],
    });
    expect(server.stderr()).not.toContain(SECRET);
  });

  test("is allowed with the secret that matches the hash", async () => {
    const env = { AGENT_MEMORY_SECRET_HASH: `sha256:${hash(SECRET).toUpperCase()}` };
    await using server = await startMemory({ env });
    expect(await server.callOk("record_decision", text)).toMatchObject({ status: "success" });
  });

  test("cools down between successful writes of all processes with one role, and only those", async () => {
    const home = await temporaryHome();
    const env = { AGENT_MEMORY_COOLDOWN_MS: "600000", AGENT_MEMORY_COOLDOWN_BURST: "1" };
    await using first = await startMemory({ home, env });
    await using second = await startMemory({ home, env });
    await using admin = await startMemory({ home, env, args: ["--role", "admin"] });
    await first.callError("record_decision", { ...text, rationale: "short" });
    await first.callOk("record_decision", text);
    const limited = error("RATE_LIMIT_EXCEEDED", /^Rate Limit Exceeded: .*Try again in \d+ ms/);
    const other = { ...text, target: "other" };
    expect(await first.call("record_decision", other)).toMatchObject(limited);
    expect(await second.call("record_decision", other)).toMatchObject(limited);
    expect(await second.callOk("search_decisions", { query: "Redis" })).toMatchObject({
      status: "success",
    });
    expect(await admin.callOk("record_decision", other)).toMatchObject({ status: "success" });
    withDatabase(home, (database) => database.exec("update cooldowns set wall = wall - 600000"));
    expect(await second.callOk("record_decision", { ...text, target: "third" })).toMatchObject({
      status: "success",
    });
  });

  test("lets the writes of one turn pass, by default ten of all processes together", async () => {
    const home = await temporaryHome();
    const env = { AGENT_MEMORY_COOLDOWN_MS: "600000" };
    await using first = await startMemory({ home, env });
    await using second = await startMemory({ home, env });
    const targets = Array.from({ length: 12 }, (_, place) => `target ${place}`);
    const results = await Promise.all(
      targets.map((target, place) =>
        (place % 2 === 0 ? first : second).call("record_decision", { ...text, target }),
      ),
    );
    const refused = results.filter(({ isError }) => isError);
    expect(refused).toHaveLength(2);
    for (const one of refused)
      expect(one).toMatchObject(
        error("RATE_LIMIT_EXCEEDED", /^Rate Limit Exceeded: .*Try again in \d+ ms/),
      );
  });
});
