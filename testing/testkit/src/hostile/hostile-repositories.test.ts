import { execFileSync } from "node:child_process";
import { delimiter } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type HostileCorpus, hostileRepositories } from "./hostile-repositories.ts";

let corpus: HostileCorpus;

beforeAll(async () => {
  corpus = await hostileRepositories();
});

test("plain git falls into each trap that says by which command", () => {
  const armed = corpus.repositories.filter(({ sprungBy }) => sprungBy !== undefined);
  for (const { root, sprungBy = [], pathEntries } of armed)
    runCarelessly(root, sprungBy, pathEntries);
  expect(corpus.markers()).toEqual(armed.map(({ name }) => name).toSorted());
});

function runCarelessly(root: string, args: readonly string[], path: readonly string[]): void {
  const PATH = [...path, process.env["PATH"]].join(delimiter);
  const env = { PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  try {
    execFileSync("git", args, { cwd: root, env, stdio: "ignore", timeout: 20_000 });
  } catch {
    // Many of them fail after the program ran.
  }
}
