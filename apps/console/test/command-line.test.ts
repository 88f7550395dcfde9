import { runProgram } from "@faculties/testkit";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { ENTRY } from "./support/start-console.ts";

const run = (...args: string[]) => runProgram({ entry: ENTRY, args });

test("help and version are printed", async () => {
  expect((await run("--help")).stdout).toContain("--allow-command");
  expect((await run("--version")).stdout.trim()).toBe(manifest.version);
});

test.each([
  [["--unknown"], "--unknown"],
  [["--role", "king"], 'not "king"'],
  [["--http", "host:port"], "host:port"],
  [["--http", "127.0.0.1:70000"], "host:port"],
  [["--http", "0.0.0.0:0"], "FACULTIES_CONSOLE_TOKEN"],
])("%j is refused with what to do", async (args, words) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
