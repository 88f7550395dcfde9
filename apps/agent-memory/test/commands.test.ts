import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import {
  record,
  runMemory,
  startMemory,
  supersede,
  withDatabase,
  WORDS_ONLY,
} from "./start-memory.ts";

async function run(home: TemporaryHome, ...args: string[]) {
  const { code, stdout, stderr } = await runMemory(home, args, WORDS_ONLY);
  return { code, stdout, stderr };
}

async function json(home: TemporaryHome, ...args: string[]) {
  const { code, stdout, stderr } = await runMemory(home, [...args, "--json"], WORDS_ONLY);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

function writeRecords(home: TemporaryHome, records: Record<string, string>, where = "adr"): string {
  const folder = join(home.directory, where);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(records))
    writeFileSync(join(folder, `${name}.md`), text);
  return folder;
}

describe("the command line", () => {
  test("lists, shows, finds and draws what was decided", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const { home } = server;
    const old = await record(server, "Queue", "Use Kafka", "A log of events");
    const current = await supersede(server, "Queue", "Use NATS", old);
    expect((await run(home, "list")).stdout).toBe(
      `${current}  active      Queue: Use NATS\n${old}  superseded  Queue: Use Kafka\n`,
    );
    expect(await json(home, "list", "--status", "active")).toMatchObject([
      { id: current, target: "Queue" },
    ]);
    expect((await run(home, "show", old)).stdout).toContain("# Use Kafka [via MCP]");
    expect(await json(home, "show", old)).toMatchObject({
      id: old,
      superseded_by: [current],
      supersedes: [],
    });
    expect(await json(home, "search", "kafka")).toMatchObject({
      results: [{ id: current, replaces: [{ id: old, title: "Use Kafka" }] }],
    });
    expect((await run(home, "search", "kafka")).stdout).toContain(current);
    expect((await run(home, "history", "queue")).stdout).toMatch(
      new RegExp(`^● Use NATS .*${current}\n└─ ○ Use Kafka .*${old}\n$`),
    );
    expect(await json(home, "history", "queue")).toMatchObject({
      decisions: [{ id: old }, { id: current }],
      links: [{ new_id: current, old_id: old, kind: "supersedes" }],
    });
    expect(await run(home, "show", "dec_x")).toEqual({
      code: 1,
      stdout: "",
      stderr: "agent-memory: There is no decision or proposal dec_x.\n",
    });
    expect(await run(home, "history", "nothing")).toMatchObject({ code: 1 });
  });

  test("proposes, reviews, accepts and rejects", async () => {
    const home = await temporaryHome();
    const first = (
      await run(home, "propose", "queue", "Use Kafka", "Events need a log")
    ).stdout.trim();
    const { proposal_id: second } = await json(
      home,
      "propose",
      "cache",
      "Use Redis",
      "It is fast enough",
    );
    const listed = (await run(home, "review")).stdout;
    expect(listed).toContain(
      `${first}  queue: Use Kafka\n    confidence 1; can be accepted in 60 min`,
    );
    expect(await run(home, "review", "accept", first)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Permission Denied"),
    });
    const admin = ["--role", "admin"];
    expect(await run(home, "review", "accept", first, ...admin)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("PI1 Violation"),
    });
    withDatabase(home, (database) =>
      database.exec("update proposals set first_observed_at = first_observed_at - 3600000"),
    );
    expect(await json(home, "review", "accept", first, ...admin)).toMatchObject({
      superseded_ids: [],
    });
    expect((await run(home, "review", "reject", second, ...admin)).stdout).toBe(
      `Rejected ${second}.\n`,
    );
    expect((await run(home, "review")).stdout).toBe("There are no proposals to review.\n");
    expect(await json(home, "list")).toMatchObject([
      { title: "Use Kafka", origin: "human", status: "active" },
    ]);
  });

  test("needs the secret for what writes", async () => {
    const home = await temporaryHome();
    const env = { AGENT_MEMORY_SECRET: undefined };
    const { code, stderr } = await runMemory(home, ["propose", "a", "b", "A long enough reason"], {
      env,
    });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Permission Denied"),
    });
  });

  test("checks the set-up and copies the database", async () => {
    await using server = await startMemory(WORDS_ONLY);
    await record(server, "queue", "Use Kafka");
    const doctor = await runMemory(server.home, ["doctor", "--json"]);
    const { checks } = JSON.parse(doctor.stdout);
    expect(checks).toEqual([
      { name: "database", status: "ok", message: expect.stringContaining("1 records") },
      { name: "decisions", status: "ok", message: "links, targets and search index agree" },
      { name: "imported links", status: "ok", message: "no import turned a link round" },
      { name: "writing", status: "ok", message: "allowed as agent" },
      { name: "embeddings", status: "ok", message: "faculties/words-256-v2, 256 dimensions" },
    ]);
    const copy = join(server.home.directory, "copy.db");
    expect((await run(server.home, "backup", copy)).code).toBe(0);
    const { stdout } = await runMemory(server.home, ["list", "--database", copy]);
    expect(stdout).toContain("queue: Use Kafka");
    expect((await run(server.home, "backup", copy)).code).toBe(1);
  });
});

describe("importing decision records", () => {
  const records = {
    "0001-use-mysql":
      "# 1. Use MySQL\n\nDate: 2023-01-02\n\n## Status\n\nSuperseded by [2. Use PostgreSQL](0002-use-postgresql.md)\n\n## Context\n\nOrders need transactions.\n\n## Consequences\n\nWe run MySQL.\n",
    "0002-use-postgresql":
      "# 2. Use PostgreSQL\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\nSupercedes [1. Use MySQL](0001-use-mysql.md)\n\n## Context\n\nJSON columns.\n",
    "0003-log-json": "---\nstatus: accepted\n---\n# Log JSON\n\nMachines read it.\n",
    "0004-log-fields":
      "# Log fields (in part replaces ADR-0003)\n\n* Status: accepted\n\nNames of fields.\n",
    "0005-use-kafka": "# Use Kafka\n\n**Status:** Proposed\n\nA log.\n",
    README: "# Not a record\n",
  };

  test("keeps status, links and dates, and can be repeated", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, records);
    expect(await json(home, "import", folder)).toEqual({
      created: [
        "0001-use-mysql",
        "0005-use-kafka",
        "0002-use-postgresql",
        "0003-log-json",
        "0004-log-fields",
      ],
      updated: [],
      unchanged: [],
      refused: [],
      problems: [],
    });
    expect((await run(home, "history", "use-mysql")).stdout).toMatch(
      /^● Use PostgreSQL — active, 2024-01-02, dec_\w+\n└─ ○ Use MySQL — superseded, 2023-01-02, dec_\w+\n$/,
    );
    expect((await run(home, "history", "log-json")).stdout).toMatch(
      /^● Log fields — active.*\n└─ amends ● Log JSON — active.*\n$/,
    );
    expect(await json(home, "list", "--status", "draft")).toMatchObject([{ title: "Use Kafka" }]);
    const before: { id: string; title: string }[] = await json(home, "list");
    const [fields, amended] = ["Log fields", "Log JSON"].map(
      (wanted) => before.find(({ title }) => title === wanted)?.id ?? "",
    );
    expect(await json(home, "show", amended ?? "")).toMatchObject({
      superseded_by: [],
      amended_by: [fields],
    });
    expect(await json(home, "import", folder)).toMatchObject({
      created: [],
      updated: [],
      problems: [],
    });
    expect(await json(home, "list")).toEqual(before);
  });

  test("follows the files when they change, but brings nothing back that was replaced since", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, records);
    await run(home, "import", folder);
    await using admin = await startMemory({ ...WORDS_ONLY, home, args: ["--role", "admin"] });
    const [json3] = (await json(home, "list", "--status", "active")).filter(
      ({ title }: { title: string }) => title === "Log JSON",
    );
    await supersede(admin, "log-json", "Log with OpenTelemetry", json3.id);
    writeRecords(home, {
      "0003-log-json": "---\nstatus: accepted\n---\n# Log JSON\n\nMachines read it. Edited.\n",
      "0005-use-kafka": "# Use Kafka\n\n**Status:** Accepted\n\nA log.\n",
      "0006-use-citus": "# Use Citus\n\nStatus: Accepted\n\nSupersedes ADR-0002\n\nSharding.\n",
    });
    expect(await json(home, "import", folder)).toMatchObject({
      created: ["0005-use-kafka", "0006-use-citus"],
      updated: ["0002-use-postgresql", "0003-log-json"],
      refused: [],
    });
    const listed: { title: string; status: string; target: string }[] = await json(home, "list");
    const byTitle = Object.fromEntries(
      listed.map(({ title, status, target }) => [title, `${status} ${target}`]),
    );
    expect(byTitle).toMatchObject({
      "Use Citus": "active use-mysql",
      "Use PostgreSQL": "superseded use-mysql",
      "Log JSON": "superseded log-json",
      "Use Kafka": "active use-kafka",
    });
    expect((await run(home, "review")).stdout).toBe("There are no proposals to review.\n");
    expect((await run(home, "doctor")).code).toBe(0);
  });

  test("leaves out what is empty or would take a target that has a decision in force", async () => {
    await using server = await startMemory(WORDS_ONLY);
    await record(server, "log-json", "Log plain text");
    const folder = writeRecords(server.home, {
      "0003-log-json": records["0003-log-json"],
      "0004-begun": "\n",
    });
    const { code, stdout } = await run(server.home, "import", folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /0 created, 0 updated, 0 unchanged, 2 left out\.\n {2}0003-log-json: left out, because dec_.*\n {2}0004-begun: left out, because it is empty\.\n/,
    );
  });

  test("keeps records of several folders apart that are called alike", async () => {
    const home = await temporaryHome();
    const folders = ["one/adr", "two/adr"].map((name) => {
      const store = `# 1. Store of ${name}\n\nStatus: Superseded by ADR-2\n\nWhy.\n`;
      const next = `# 2. Next of ${name}\n\nStatus: accepted\n\nWhy.\n`;
      return writeRecords(home, { "0001-store": store, "0002-next": next }, name);
    });
    expect(await json(home, "import", ...folders)).toMatchObject({
      created: [
        "one/adr/0001-store",
        "two/adr/0001-store",
        "one/adr/0002-next",
        "two/adr/0002-next",
      ],
      problems: [],
    });
    expect((await run(home, "history", "store-of-two-adr")).stdout).toMatch(
      /^● Next of two\/adr — active.*\n└─ ○ Store of two\/adr — superseded.*\n$/,
    );
  });

  test("embeds what it brought in before it ends", async () => {
    const home = await temporaryHome();
    const names = Array.from({ length: 300 }, (_, number) => `${number + 1000}-use-x${number}`);
    const folder = writeRecords(
      home,
      Object.fromEntries(names.map((name) => [name, `# ${name}\n\nStatus: accepted\n\nWhy.\n`])),
    );
    expect((await runMemory(home, ["import", folder])).code).toBe(0);
    withDatabase(home, (database) => {
      const embedded = database.prepare("select count(*) as count from memory_vectors").get();
      expect(embedded).toEqual({ count: 300 });
    });
  });

  test("reads back what export wrote, with ids, links and texts", async () => {
    await using server = await startMemory(WORDS_ONLY);
    const { home } = server;
    await run(home, "import", writeRecords(home, records));
    const old = await record(
      server,
      "Queue",
      'Use: "Kafka"',
      "# Heading\n\n```\n## Consequences\n```",
    );
    await supersede(server, "Queue", "Use NATS", old);
    const out = join(home.directory, "out");
    expect((await run(home, "export", out)).stdout).toBe(`Wrote 7 records to ${out}.\n`);
    expect(readdirSync(out)).toHaveLength(7);
    expect(readFileSync(join(out, "0002-use-postgresql.md"), "utf8")).toContain(
      "Supersedes [Use MySQL](0001-use-mysql.md)",
    );
    expect((await run(home, "export", out)).code).toBe(2);
    expect((await run(home, "export", "/proc/nowhere")).code).toBe(1);
    const { code, stderr } = await run(home, "export", join(out, "0002-use-postgresql.md"));
    expect({ code, lines: stderr.split("\n").length }).toEqual({ code: 1, lines: 2 });
    const elsewhere = await temporaryHome();
    expect(await json(elsewhere, "import", out)).toMatchObject({ refused: [], problems: [] });
    const strip = (rows: { source?: unknown; id: string }[]) =>
      rows
        .map((row) => ({ ...row, source: "" }))
        .toSorted((left, right) => (left.id < right.id ? -1 : 1));
    expect(strip(await json(elsewhere, "list"))).toEqual(strip(await json(home, "list")));
    const links = (of: TemporaryHome) =>
      withDatabase(of, (database) =>
        database.prepare("select * from links order by new_id, old_id").all(),
      );
    expect(links(elsewhere)).toEqual(links(home));
  });
});

describe("sync-git", () => {
  test("learns from the commits of a repository, each once", async () => {
    const home = await temporaryHome();
    const repository = join(home.directory, "repository");
    mkdirSync(join(repository, "packages/cache"), { recursive: true });
    const git = (...args: string[]) =>
      execFileSync("git", [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "-C",
        repository,
        ...args,
      ]);
    git("init", "--quiet");
    expect(await run(home, "sync-git", repository)).toMatchObject({
      code: 0,
      stdout: "There are no new commits to read.\n",
    });
    const commit = (subject: string, file = "packages/cache/a.ts") => {
      writeFileSync(join(repository, file), subject);
      git("add", ".");
      git("commit", "--quiet", "-m", subject);
    };
    commit("Add a cache");
    commit("Fix stale entries");
    commit("fix(packages/cache): stale entries again");
    expect(await json(home, "sync-git", repository)).toEqual({
      commits: 3,
      events: 3,
      proposal_ids: [],
    });
    commit('Revert "Add a cache" because of stale entries');
    const synced = await json(home, "sync-git", repository);
    expect(synced).toMatchObject({
      commits: 1,
      events: 1,
      proposal_ids: [expect.stringMatching(/^prop_/)],
    });
    expect(await json(home, "show", synced.proposal_ids[0])).toMatchObject({
      target: "packages/cache",
      title: expect.stringContaining("entries, stale"),
      events: [{ kind: "error" }, { kind: "error" }, { kind: "error" }],
    });
    expect(await json(home, "sync-git", repository)).toEqual({
      commits: 0,
      events: 0,
      proposal_ids: [],
    });
    expect(await run(home, "sync-git", home.directory)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("git could not read"),
    });
  });
});
