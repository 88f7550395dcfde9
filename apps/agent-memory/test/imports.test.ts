import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { record, runMemory, startMemory, withDatabase, WORDS_ONLY } from "./start-memory.ts";

const run = (home: TemporaryHome, ...args: string[]) => runMemory(home, args, WORDS_ONLY);

async function json(home: TemporaryHome, ...args: string[]) {
  return JSON.parse((await run(home, ...args, "--json")).stdout);
}

function writeRecords(home: TemporaryHome, records: Record<string, string>, name = "adr"): string {
  const folder = join(home.directory, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(records))
    writeFileSync(join(folder, `${file}.md`), text);
  return folder;
}

const HARBOR = {
  "0001-use-harbor":
    "# 1. Use Harbor\n\n## Status\n\nSuperseded by [2. Replace Harbor with ECR](0002-replace-harbor-with-ecr.md)\n\n## Decision\n\nHarbor.\n",
  "0002-replace-harbor-with-ecr":
    "# 2. Replace Harbor with ECR\n\n## Status\n\nAccepted\n\n## Decision\n\nECR.\n",
  "0003-log-text":
    "# 3. Log text\n\n## Status\n\nAccepted\n\nAmended by [6. Amend the logging format](0006-amend-the-logging-format.md)\n\n## Decision\n\nText.\n",
  "0006-amend-the-logging-format":
    "# 6. Amend the logging format\n\n## Status\n\nAccepted\n\n## Decision\n\nJSON.\n",
};

/** The links that earlier versions stored, because they read verbs inside links. */
function turnRound(home: TemporaryHome): void {
  withDatabase(home, (database) => {
    database.exec("update links set new_id = old_id, old_id = new_id");
    const replaced = "select id from decisions where title = 'Replace Harbor with ECR'";
    database.exec(`update decisions set status = 'superseded' where id in (${replaced})`);
    database.exec(`update memory_documents set facet = 'superseded' where id in (${replaced})`);
  });
}

async function statuses(home: TemporaryHome): Promise<Record<string, string>> {
  const rows: { title: string; status: string }[] = await json(home, "list");
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]));
}

describe("an import", () => {
  test("keeps a successor whose title has a verb in force", async () => {
    const home = await temporaryHome();
    expect(await json(home, "import", writeRecords(home, HARBOR))).toMatchObject({ problems: [] });
    expect(await statuses(home)).toEqual({
      "Use Harbor": "superseded",
      "Replace Harbor with ECR": "active",
      "Log text": "active",
      "Amend the logging format": "active",
    });
    expect((await run(home, "history", "use-harbor")).stdout).toMatch(
      /^● Replace Harbor with ECR — active.*\n└─ ○ Use Harbor — superseded/,
    );
    expect((await run(home, "history", "log-text")).stdout).toMatch(
      /^● Amend the logging format — active.*\n└─ amends ● Log text — active/,
    );
  });

  test("reports every statement that led to no link", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, {
      "0001-a": "# A\n\n## Status\n\nSuperseded by ADR-0099\n",
      "0002-b": "# B\n\n## Status\n\nSuperseded\n",
      "0003-c": "# C\n\n## Status\n\nAccepted\n\nAmends [the format](https://example.com)\n",
      "0004-d": "# D\n\n## Status\n\nProposed\n\nSupersedes ADR-3\n",
      "0005-e": "# E\n\n## Status\n\nAccepted, replaces D1 or D2\n",
      "0006-f":
        "# F\n\n## Status\n\nAccepted\n\n## Decision\n\nThe store, superseded by ADR-3, was fast.\n",
      "0007-same": "# G\n\n## Status\n\nAccepted\n",
      "0007-alike": "# H\n\n## Status\n\nAccepted\n",
      "0008-i": "# I\n\n## Status\n\nAccepted\n\nSupersedes ADR-7\n",
    });
    expect((await json(home, "import", folder)).problems).toEqual([
      '0001-a: there is no record "0099".',
      '0003-c: there is no record "the format".',
      '0005-e: there is no record "D1 or D2".',
      '0006-f: "superseded by ADR-3" was not taken as a link. If it is one, name the record in the status section.',
      '0008-i: "7" could be 0007-alike or 0007-same, so it was not linked.',
      "0002-b: says that it was superseded, but not by which record.",
      "0004-d: not linked, because 0004-d is a proposal.",
    ]);
  });

  test("leaves out files that are too large, and refuses paths that are not files", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, {
      "0001-large": `# A\n\n${"x".repeat(1024 * 1024)}`,
      "0002-small": "# B\n\nStatus: accepted\n",
    });
    const { code, stdout } = await run(home, "import", folder);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        "1 created, 0 updated, 0 unchanged, 1 left out.\n  0001-large: left out, because it is larger than 1 MiB.\n",
    });
    const pipe = join(home.directory, "pipe.md");
    execFileSync("mkfifo", [pipe]);
    expect(await run(home, "import", pipe)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is neither a file nor a folder"),
    });
    expect(await run(home, "import", folder, join(home.directory, "gone"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no file or folder"),
    });
  });

  test("does not walk through links, and reads what is deep", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, { "0001-a": "# A\n\nStatus: accepted\n" }, "adr/deep/deeper");
    execFileSync("ln", ["-s", home.directory, join(folder, "loop")]);
    expect(await json(home, "import", join(home.directory, "adr"))).toMatchObject({
      created: ["0001-a"],
      problems: [],
    });
  });

  test("ends on folders that are made to hold it up", async () => {
    const home = await temporaryHome();
    const count = 400;
    const records = Object.fromEntries(
      Array.from({ length: count }, (_, at) => {
        const others = Array.from(
          { length: 40 },
          (__, back) => `ADR-${((at + back * 37) % count) + 1}`,
        );
        const status = `Superseded by ADR-${((at + 1) % count) + 1}\n\nSupersedes ${others.join(", ")}`;
        return [`${String(at + 1).padStart(4, "0")}-same`, `# Same\n\n## Status\n\n${status}\n`];
      }),
    );
    const folder = writeRecords(home, records);
    const { stdout, stderr } = await run(home, "import", folder);
    expect(stdout + stderr).toMatch(/\d+ created|too often to check/);
  });
});

describe("links that an earlier import turned round", () => {
  test("are found by doctor, shown, and corrected when asked to", async () => {
    const home = await temporaryHome();
    await run(home, "import", writeRecords(home, HARBOR));
    const before = await statuses(home);
    turnRound(home);
    expect((await run(home, "doctor")).stdout).toContain(
      "warn  imported links: 2 links that an earlier import turned round",
    );
    expect((await run(home, "repair-links")).stdout).toMatch(
      /Turned round: "Replace Harbor with ECR" \(dec_\w+\) supersedes "Use Harbor"[^]*Add --write/,
    );
    expect((await statuses(home))["Replace Harbor with ECR"]).toBe("superseded");
    expect(await json(home, "repair-links", "--write")).toMatchObject({
      repaired: [{ kind: "supersedes" }, { kind: "amends" }],
      found: [],
      problems: [],
    });
    expect(await statuses(home)).toEqual(before);
    expect((await run(home, "history", "use-harbor")).stdout).toMatch(
      /^● Replace Harbor with ECR — active.*\n└─ ○ Use Harbor — superseded/,
    );
    const { code, stdout } = await run(home, "doctor");
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("warn  imported"),
    });
    expect(await json(home, "search", "ECR", "--mode", "strict")).toMatchObject({
      results: [{ title: "Replace Harbor with ECR", status: "active" }],
    });
  });

  test("are only suspected when their files are gone, unless the folder is named", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, HARBOR);
    await run(home, "import", folder);
    turnRound(home);
    rmSync(folder, { recursive: true });
    const suspected = { found: [{ stated: false }, { stated: false }], repaired: [] };
    expect(await json(home, "repair-links", "--write")).toMatchObject(suspected);
    const moved = writeRecords(home, HARBOR, "moved");
    expect(await json(home, "repair-links", moved)).toMatchObject({
      found: [{ stated: true }, { stated: true }],
    });
    expect(await json(home, "repair-links", "--write", "--suspected")).toMatchObject({
      repaired: [{ stated: false }, { stated: false }],
    });
    expect((await statuses(home))["Replace Harbor with ECR"]).toBe("active");
  });

  test("leave a decision that was recorded since in force", async () => {
    const home = await temporaryHome();
    await run(home, "import", writeRecords(home, HARBOR));
    turnRound(home);
    await using server = await startMemory({ ...WORDS_ONLY, home });
    const since = await record(server, "use-harbor", "Use GHCR");
    expect((await json(home, "repair-links", "--write")).problems).toEqual([
      expect.stringMatching(
        new RegExp(`stays superseded, because ${since} \\("Use GHCR"\\) is in force`),
      ),
    ]);
    expect((await run(home, "doctor")).code).toBe(0);
  });

  test("are named when the records are imported again", async () => {
    const home = await temporaryHome();
    const folder = writeRecords(home, HARBOR);
    await run(home, "import", folder);
    turnRound(home);
    expect((await json(home, "import", folder)).problems).toContainEqual(
      expect.stringContaining("agent-memory repair-links shows it"),
    );
  });
});
