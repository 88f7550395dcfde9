import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";
import {
  type HostileCorpus,
  type HostileRepository,
  hostileRepositories,
  runProgram,
  temporaryDirectory,
  temporaryHome,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { config, entry, startAudit, startInFolders, think } from "./support/gan-audit.ts";
import { createRepository } from "./support/repository.ts";

const AT_ONCE = 4;
// Far more than any needs, and far less than for ever.
const LONGEST_CALL_MS = 90_000;
// In a repository in which git never ends, no call is worth waiting for.
const IMPATIENT = { GAN_AUDIT_GIT_TIMEOUT_MS: "300" };

let corpus: HostileCorpus;

beforeAll(async () => {
  corpus = await hostileRepositories();
});

describe("the tool", { timeout: 240_000 }, () => {
  test.each([
    ["diff", config({ scope: "diff" })],
    ["workspace", config({ scope: "workspace" })],
    ["paths", config({ scope: "paths", paths: ["changed.txt", "."] })],
  ])("runs nothing of a repository in the scope %s, and answers", async (_, thought) => {
    const silent = await visit(usual(), async () => {
      const inFolder = await startInFolders();
      return ({ root }) => think(inFolder(root), thought, {}, { timeout: LONGEST_CALL_MS });
    });
    expect({ markers: corpus.markers(), silent }).toEqual({ markers: [], silent: [] });
  });

  test.each([
    ["diff", config({ scope: "diff" })],
    ["workspace", config({ scope: "workspace" })],
  ])("answers in the scope %s where git does not come to an end", async (_, thought) => {
    const silent = await visit(stalling(), async () => {
      const inFolder = await startInFolders(IMPATIENT);
      return ({ root }) => think(inFolder(root), thought, {}, { timeout: LONGEST_CALL_MS });
    });
    expect(silent).toEqual([]);
  });

  test("takes no program called git from the folder that it audits", async () => {
    const [repository] = corpus.repositories.filter(({ pathEntries }) => pathEntries.length > 0);
    const { root = "", pathEntries = [] } = repository ?? {};
    const PATH = [...pathEntries, process.env["PATH"]].join(delimiter);
    const server = await startAudit({ cwd: root, env: { PATH, GAN_AUDIT_ROOT: root } });
    const { gan } = await think(server, config({ scope: "diff" }));
    expect({ gan, markers: corpus.markers() }).toMatchObject({
      gan: { review: { summary: expect.stringMatching(/in \d+ files?, \d+ lines?/) } },
      markers: [],
    });
  });
});

test("leaves no git behind when it is ended", async () => {
  const repository = await createRepository();
  const [folder, file] = [await temporaryDirectory(), join(await temporaryDirectory(), "pid")];
  const script = `case "$*" in *status*) echo $$ > ${file}; exec sleep 600;; esac`;
  await writeFile(join(folder, "git"), `#!/bin/sh\n${script}\nPATH=\${PATH#*:} exec git "$@"\n`);
  await chmod(join(folder, "git"), 0o755);
  const PATH = [folder, process.env["PATH"]].join(delimiter);
  const server = await startAudit({ env: { PATH, GAN_AUDIT_ROOT: repository.directory } });
  const answer = think(server, config({ scope: "diff" })).catch(() => undefined);
  const pid = () => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  await waitUntil(() => pid() !== "");
  await server.kill("SIGTERM");
  await answer;
  // One that has ended and that nobody waited for is still listed, as a zombie.
  const state = () => spawnSync("ps", ["-o", "stat=", "-p", pid()], { encoding: "utf8" }).stdout;
  await waitUntil(() => !/^[^Z\s]/.test(state()));
});

describe("the commands", { timeout: 240_000 }, () => {
  const everyOne = () => corpus.repositories;
  // They open a repository as `check --diff` does; a process for each would take minutes.
  const someOfEachKind = () => corpus.repositories.filter(({ name }) => EACH_KIND.has(name));

  test.each([
    ["check --diff", ["check", "--diff"], everyOne],
    ["check .", ["check", "."], someOfEachKind],
    ["sarif --diff", ["sarif", "--diff"], someOfEachKind],
    ["doctor", ["doctor"], someOfEachKind],
  ])("run nothing of a repository, and end: %s", async (_, args, repositories) => {
    const silent = await visit(repositories(), async () => {
      const home = await temporaryHome();
      return async ({ root, pathEntries, isStalling }) => {
        const PATH = [...pathEntries, process.env["PATH"]].join(delimiter);
        const env = { PATH, ...(isStalling && IMPATIENT) };
        const run = { entry, args, cwd: root, home, env, timeoutMs: LONGEST_CALL_MS };
        const { signal } = await runProgram(run);
        if (signal !== null) throw new Error(`ended by ${signal}`);
      };
    });
    expect({ markers: corpus.markers(), silent }).toEqual({ markers: [], silent: [] });
  });
});

const EACH_KIND = new Set([
  "filter-equals-sign",
  "fsmonitor",
  "hooks",
  "lazy-fetch-of-a-commit",
  "bare-repository-in-a-clone",
  "linked-work-tree",
  "programs-called-git",
  "pipe-at-.git-config",
]);

const usual = () =>
  corpus.repositories.filter(
    ({ isStalling, pathEntries }) => !isStalling && pathEntries.length === 0,
  );
const stalling = () => corpus.repositories.filter(({ isStalling }) => isStalling);

/** Goes through repositories with a few subjects at a time; returns the names of those that got no answer. */
async function visit(
  repositories: readonly HostileRepository[],
  start: () => Promise<(repository: HostileRepository) => Promise<SequentialThinkingOutput | void>>,
): Promise<string[]> {
  const waiting = [...repositories];
  const silent: string[] = [];
  const work = async () => {
    const call = await start();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name } = next;
      await call(next).catch((error: Error) => silent.push(`${name}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return silent;
}
