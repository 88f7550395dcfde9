import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryDirectory, type TestServer } from "@faculties/testkit";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  config,
  failure,
  places,
  review,
  startAudit,
  startInFolders,
} from "./support/gan-audit.ts";
import { createRepository, type Repository, writeFiles } from "./support/repository.ts";

const BAD = "export const run = (code: string) => eval(code);\n";
const GOOD = "export const one = 1;\n";
const audit = config({});

let repository: Repository;
let inFolder: (folder: string) => TestServer<"2025">;
const reviewOf = async (thought = audit, folder = repository.directory) =>
  review(inFolder(folder), thought);

beforeAll(async () => {
  inFolder = await startInFolders();
});

beforeEach(async () => {
  repository = await createRepository();
});

describe("the scope diff", () => {
  test("reads a repository without commits", async () => {
    await repository.write({ "a.ts": BAD });
    await repository.git("add", "a.ts");
    await repository.write({ "b.ts": BAD });
    expect(places(await reviewOf())).toEqual(["a.ts:1", "b.ts:1"]);
  });

  test("reads staged, unstaged and untracked changes, and only the lines they add", async () => {
    await repository.commit({ "staged.ts": BAD, "unstaged.ts": BAD, "same.ts": BAD });
    await repository.write({
      "staged.ts": `${BAD}export const again = (code: string) => eval(code);\n`,
    });
    await repository.git("add", "staged.ts");
    await repository.write({
      "unstaged.ts": `export const zero = (code: string) => eval(code);\n${BAD}`,
      "fresh.ts": `${GOOD}${BAD}`,
    });
    const result = await reviewOf();
    expect(places(result)).toEqual(["fresh.ts:2", "staged.ts:2", "unstaged.ts:1"]);
    expect(result.review.citations).toEqual([
      "repo://fresh.ts:2-2",
      "repo://staged.ts:2-2",
      "repo://unstaged.ts:1-1",
    ]);
  });

  test("judges what is staged when the work tree took it back or away", async () => {
    await repository.commit({ "back.ts": GOOD });
    await repository.write({ "back.ts": BAD, "gone.ts": BAD });
    await repository.git("add", "--all");
    await repository.write({ "back.ts": GOOD });
    await rm(join(repository.directory, "gone.ts"));
    expect(places(await reviewOf())).toEqual(["back.ts:1", "gone.ts:1"]);
  });

  test("follows a rename and judges what it adds", async () => {
    const long = Array.from(
      { length: 20 },
      (_, line) => `export const line${line} = ${line};\n`,
    ).join("");
    await repository.commit({ "old.ts": long + BAD });
    await rename(join(repository.directory, "old.ts"), join(repository.directory, "new.ts"));
    await repository.write({
      "new.ts": `${long}${BAD}export const two = (code: string) => eval(code);\n`,
    });
    await repository.git("add", "--all");
    expect(places(await reviewOf())).toEqual(["new.ts:22"]);
  });

  test("says what is deleted, binary, a link or a submodule", async () => {
    const inner = await createRepository();
    await inner.commit({ "x.ts": BAD });
    await repository.commit({ "gone.ts": BAD, "image.png": Buffer.from([1, 2, 3]) });
    await repository.git("submodule", "--quiet", "add", inner.directory, "inner");
    await rm(join(repository.directory, "gone.ts"));
    await repository.write({ "image.png": Buffer.from([0, 1, 2, 3]) });
    await symlink("image.png", join(repository.directory, "link.ts"));
    await repository.git("add", "link.ts");
    const { review: written } = await reviewOf();
    expect(written.inline).toEqual([]);
    expect(written.summary).toContain("1 deleted, so there is nothing to read (gone.ts)");
    expect(written.summary).toMatch(/1 in submodules[^(]*\(inner\)/);
    expect(written.summary).toContain("1 symbolic links, not followed (link.ts)");
    expect(written.summary).toContain("1 binary (image.png)");
  });

  test("reads a linked work tree", async () => {
    await repository.commit({ "a.ts": GOOD });
    const linked = join(await temporaryDirectory(), "linked");
    await repository.git("worktree", "add", "--quiet", linked);
    await writeFiles(linked, { "b.ts": BAD });
    expect(places(await reviewOf(audit, linked))).toEqual(["b.ts:1"]);
  });

  test("reads only what lies under a root inside the repository", async () => {
    await repository.commit({ "app/a.ts": GOOD, "lib/b.ts": GOOD });
    await repository.write({ "app/a.ts": GOOD + BAD, "lib/b.ts": GOOD + BAD, "app/new.ts": BAD });
    expect(places(await reviewOf(audit, join(repository.directory, "app")))).toEqual([
      "a.ts:2",
      "new.ts:1",
    ]);
  });

  test("reads paths with unusual characters", async () => {
    await repository.commit({ "ä ö/a\tb.ts": GOOD, 'q"uote.ts': GOOD });
    await repository.write({
      "ä ö/a\tb.ts": GOOD + BAD,
      'q"uote.ts': GOOD + BAD,
      "new\nline.ts": BAD,
    });
    expect(places(await reviewOf())).toEqual(["new\nline.ts:1", 'q"uote.ts:2', "ä ö/a\tb.ts:2"]);
  });

  test("is not kept from it by an order of files that the repository asks for", async () => {
    await repository.commit({ "a.ts": GOOD });
    await repository.git("config", "diff.orderFile", "missing");
    await repository.write({ "a.ts": GOOD + BAD });
    expect(places(await reviewOf())).toEqual(["a.ts:2"]);
  });

  test("leaves out what git ignores", async () => {
    await repository.commit({ ".gitignore": "ignored/\n" });
    await repository.write({ "ignored/a.ts": BAD, "seen.ts": GOOD });
    expect(places(await reviewOf())).toEqual([]);
  });

  test("says that there is no git, no change, or no folder", async () => {
    const plain = await temporaryDirectory();
    await repository.commit({ "a.ts": GOOD });
    const own = await startAudit({ env: { GAN_AUDIT_ROOT: join(plain, "missing") } });
    expect((await reviewOf(audit, plain)).review.summary).toContain(
      "There is no git work tree here",
    );
    expect((await reviewOf()).review.summary).toContain("There was nothing to audit");
    expect((await failure(own, audit)).error).toContain("is not a folder");
  });

  test("runs nothing that the repository brings along", async () => {
    const trace = join(await temporaryDirectory(), "ran");
    await repository.commit({ ".gitattributes": "*.ts filter=evil diff=evil\n", "a.ts": GOOD });
    const program = `touch ${trace}; cat`;
    await repository.git("config", "filter.evil.clean", program);
    await repository.git("config", "filter.evil.required", "true");
    await repository.git("config", "diff.evil.textconv", program);
    await repository.git("config", "diff.external", program);
    await repository.git("config", "core.fsmonitor", program);
    await repository.write({ "a.ts": GOOD + BAD });
    expect(places(await reviewOf())).toEqual(["a.ts:2"]);
    expect(() => execFileSync("ls", [trace], { stdio: "ignore" })).toThrow();
  });

  test("does not follow settings that put the work tree elsewhere", async () => {
    const other = await temporaryDirectory();
    await writeFiles(other, { "secret.ts": BAD });
    await repository.git("config", "core.worktree", other);
    expect((await reviewOf()).review.summary).toContain("There is no git work tree here");
  });

  test("audits the diff in the thought against the files it is for", async () => {
    await repository.commit({ "a.ts": "export const one = 1;\nexport const two = 2;\n" });
    const diff =
      "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -2 +2,2 @@\n export const two = 2;\n+export const run = (code: string) => eval(code);\n";
    expect(places(await reviewOf(diff))).toEqual(["a.ts:3"]);
  });
});

describe("the scopes paths and workspace", () => {
  test("reads files and folders whole", async () => {
    await repository.commit({
      "a.ts": BAD,
      "lib/b.ts": BAD,
      "lib/deep/c.ts": BAD,
      "other.ts": BAD,
    });
    const result = await reviewOf(
      config({ scope: "paths", paths: ["a.ts", "lib", "./lib/deep/../b.ts"] }),
    );
    expect(places(result)).toEqual(["a.ts:1", "lib/b.ts:1", "lib/deep/c.ts:1"]);
  });

  test("takes the names of paths as they are", async () => {
    await repository.write({ " lead.ts": BAD, "lead.ts": GOOD, "\r.ts": BAD });
    const asked = config({ scope: "paths", paths: [" lead.ts", "\r.ts"] });
    expect(places(await reviewOf(asked))).toEqual(["\r.ts:1", " lead.ts:1"]);
  });

  test("reads tracked and unignored files of the workspace", async () => {
    await repository.commit({ ".gitignore": "out/\n", "a.ts": BAD });
    await repository.write({ "fresh.ts": BAD, "out/ignored.ts": BAD });
    expect(places(await reviewOf(config({ scope: "workspace" })))).toEqual([
      "a.ts:1",
      "fresh.ts:1",
    ]);
  });

  test("reads a folder without git, but not what tools put there", async () => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, { "a.ts": BAD, "node_modules/x/index.js": BAD, "dist/a.js": BAD });
    expect(places(await reviewOf(config({ scope: "workspace" }), plain))).toEqual(["a.ts:1"]);
  });

  test.each([
    ["an absolute path", () => "/etc/passwd", "outside of the root"],
    ["a way up", () => "../outside.ts", "outside of the root"],
    ["a way up and down", () => "src/../../outside.ts", "outside of the root"],
    ["a link out", () => "link.ts", "outside of the root"],
    ["a linked folder", () => "folder/outside.ts", "outside of the root"],
    ["a path through /proc", () => "/proc/self/root/etc/passwd", "outside of the root"],
    ["nothing", () => "missing.ts", "no such file"],
    ["a pipe", () => "pipe.ts", "not a regular file"],
    ["a NUL", () => "a\0.ts", "no such file"],
  ])("does not read %s", async (_, path, reason) => {
    const outer = await temporaryDirectory();
    const inside = join(outer, "root");
    await mkdir(join(inside, "src"), { recursive: true });
    await writeFile(join(outer, "outside.ts"), BAD);
    await symlink(join(outer, "outside.ts"), join(inside, "link.ts"));
    await symlink(outer, join(inside, "folder"));
    execFileSync("mkfifo", [join(inside, "pipe.ts")]);
    const failed = await failure(inFolder(inside), config({ scope: "paths", paths: [path()] }));
    expect(failed.error).toContain(reason);
    expect(failed.judge_cards).toEqual([
      { model: "internal", notes: "There was nothing to judge." },
    ]);
  });

  test("follows a link that stays inside, once, and no loop", async () => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, { "real/a.ts": BAD });
    await symlink("real/a.ts", join(plain, "alias.ts"));
    await symlink(".", join(plain, "loop"));
    const named = config({ scope: "paths", paths: ["alias.ts", "real"] });
    expect(places(await reviewOf(named, plain))).toEqual(["real/a.ts:1"]);
    expect(places(await reviewOf(config({ scope: "workspace" }), plain))).toEqual(["real/a.ts:1"]);
  });

  test("does not read its own database", async () => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, { "a.ts": GOOD });
    const own = await startAudit({
      env: { GAN_AUDIT_ROOT: plain, DATABASE_PATH: join(plain, "state.db") },
    });
    const { review: written } = await review(own, config({ scope: "workspace" }));
    expect(written.summary).toContain("the server's own state");
  });

  test("says what it left out when there is too much", async () => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, {
      "a.ts": GOOD,
      "b.ts": GOOD,
      "c.ts": GOOD,
      "large.ts": GOOD.repeat(100),
      "package-lock.json": "{}",
    });
    const limits = { GAN_AUDIT_MAX_FILES: "3", GAN_AUDIT_MAX_FILE_BYTES: "1000" };
    const own = await startAudit({ env: { GAN_AUDIT_ROOT: plain, ...limits } });
    const { review: cut } = await review(own, config({ scope: "workspace" }));
    const { review: large } = await review(
      own,
      config({ scope: "paths", paths: ["large.ts", "a.ts"] }),
    );
    expect(cut.summary).toContain("1 of 4 files were not audited");
    expect(cut.summary).toContain("1 generated");
    expect(large.summary).toContain("1 too large");
  });

  test.each(["2025", "2026"] as const)("reads the first root of a %s client", async (client) => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, { "mine.ts": BAD });
    const own = await startAudit({
      client,
      capabilities: { roots: {} },
      configure: (asked) =>
        asked.setRequestHandler("roots/list", () => ({
          roots: [{ uri: pathToFileURL(plain).href }],
        })),
    });
    expect(places(await review(own, config({ scope: "workspace" })))).toEqual(["mine.ts:1"]);
  });

  test("prefers the configured root to the client's", async () => {
    const plain = await temporaryDirectory();
    await writeFiles(plain, { "mine.ts": BAD });
    const own = await startAudit({
      env: { GAN_AUDIT_ROOT: plain },
      capabilities: { roots: {} },
      configure: (client) =>
        client.setRequestHandler("roots/list", () => ({
          roots: [{ uri: pathToFileURL(repository.directory).href }],
        })),
    });
    expect(places(await review(own, config({ scope: "workspace" })))).toEqual(["mine.ts:1"]);
  });
});
