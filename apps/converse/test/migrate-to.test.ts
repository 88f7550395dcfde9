import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrateToContract } from "@faculties/storage/testing";
import { administrate, runProgram, temporaryHome, waitUntil } from "@faculties/testkit";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { entry } from "./support/converse.ts";

migrateToContract({ entry, server: "converse", migrations });

const PASSWORD = `p@ss:/?#%25&+ "w'ö`;
/** Runs a command in a terminal of its own. */
const TERMINAL = "script";
const hasTerminal = spawnSync(TERMINAL, ["--version"]).stdout?.includes("util-linux") ?? false;

/** A database whose owner has a password that a URL cannot hold as it is, and the URL without it. */
async function setUp() {
  const home = await temporaryHome();
  const url = new URL(home.env["DATABASE_URL"] ?? "");
  const user = `owner_${url.pathname.slice(1)}`;
  const quoted = PASSWORD.replaceAll("'", "''");
  await administrate(
    url.href,
    `create role ${user} login password '${quoted}';
     grant create on database ${url.pathname.slice(1)} to ${user}`,
  );
  url.username = user;
  url.password = "";
  await runProgram({ entry, home, args: ["history"], env: { DATABASE_URL: undefined } });
  const move = (more: readonly string[], env: Record<string, string> = {}) =>
    runProgram({
      entry,
      home,
      args: ["migrate-to", url.href, ...more],
      env: { DATABASE_URL: undefined, ...env },
      timeoutMs: 30_000,
    });
  return { home, url: url.href, move };
}

const moved = { code: 0, stdout: expect.stringMatching(/^Copied \d+ rows/) };

test("takes the password from a file, from the environment, or not at all", async () => {
  const { home, move } = await setUp();
  const file = join(home.directory, "password");
  const without = await move([]);
  expect(without).toMatchObject({ code: 1, stdout: "" });
  expect(without.stderr).toMatch(/refused the user or the password/);
  await writeFile(file, "\n");
  expect(await move(["--password-file", file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("must be the password"),
  });
  expect(await move(["--password-file", `${file}-gone`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Cannot read the password file"),
  });
  expect((await move([], { PGPASSWORD: "wrong" })).stderr).toMatch(/refused the user/);
  await writeFile(file, `${PASSWORD}\r\nsecond line`);
  expect(await move(["--password-file", file], { PGPASSWORD: "wrong" })).toMatchObject(moved);
});

test("takes a password with any characters from the environment", async () => {
  const { move } = await setUp();
  expect(await move([], { PGPASSWORD: PASSWORD })).toMatchObject(moved);
});

test.runIf(hasTerminal)("asks for the password in a terminal and does not show it", async () => {
  const { home, url } = await setUp();
  const command = [process.execPath, entry, "migrate-to", `'${url}'`].join(" ");
  const { DATABASE_URL: _, ...env } = home.env;
  const terminal = spawn(TERMINAL, ["-qefc", command, "/dev/null"], {
    cwd: home.directory,
    env: { ...env, PATH: process.env["PATH"], SHELL: "/bin/sh", LC_ALL: "C.UTF-8" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void terminal.kill("SIGKILL"));
  const exited = once(terminal, "exit");
  let shown = "";
  terminal.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  await waitUntil(() => /Password for owner_\w+@127\.0\.0\.1:\d+ .*: $/.test(shown));
  terminal.stdin.write(`${PASSWORD}\r`);
  expect(await exited).toEqual([0, null]);
  expect(shown).toMatch(/Copied \d+ rows/);
  expect(shown).not.toContain("p@ss");
});

test.each([
  ["in the place for it", "postgres://me:p4ss@127.0.0.1/d"],
  ["among the parameters", "postgres://me@127.0.0.1/d?password=p4ss"],
  ["in an address that cannot be read", "postgres://me:p4ss@127.0.0.1:port/d"],
])("refuses a password %s", async (_, url) => {
  const refused = await runProgram({ entry, args: ["migrate-to", url] });
  expect(refused).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /The URL holds a password, which other users can read in the process list.*PGPASSWORD/,
    ),
  });
  expect(refused.stderr).not.toContain("p4ss");
});
