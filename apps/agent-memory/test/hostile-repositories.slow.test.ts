import { delimiter } from "node:path";
import { hostileRepositories, runProgram, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { entry, SECRET, WORDS_ONLY } from "./start-memory.ts";

const AT_ONCE = 4;

test("sync-git runs nothing of a repository, and ends", async () => {
  const corpus = await hostileRepositories();
  const waiting = [...corpus.repositories];
  const outcomes: Record<string, string> = {};
  const work = async () => {
    const home = await temporaryHome();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name, root, pathEntries, isStalling } = next;
      const PATH = [...pathEntries, process.env["PATH"]].join(delimiter);
      const { code, signal, stdout, stderr } = await runProgram({
        entry,
        args: ["sync-git", ...(isStalling ? ["--git-timeout-ms", "300"] : [])],
        cwd: root,
        home,
        env: { ...WORDS_ONLY.env, AGENT_MEMORY_SECRET: SECRET, LOG_LEVEL: "warn", PATH },
        timeoutMs: 90_000,
      });
      outcomes[name] = signal ?? (code === 0 ? stdout : stderr);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(corpus.markers()).toEqual([]);
  const odd = Object.entries(outcomes).filter(
    ([, said]) =>
      !/^(Read \d+ commits|There are no new commits|.*git could not read the history)/.test(said),
  );
  expect(odd).toEqual([]);
  expect(outcomes).toMatchObject({
    "filter-equals-sign": expect.stringContaining("Read 2 commits"),
    "signature-openpgp": expect.stringContaining("Read 2 commits"),
    "linked-work-tree": expect.stringContaining("Read 2 commits"),
    "programs-called-git": expect.stringContaining("Read 2 commits"),
    "bare-repository-in-a-clone": expect.stringContaining("without a work tree"),
    "pipe-at-.git-config": expect.stringContaining("git took longer than 300 ms"),
  });
}, 240_000);
