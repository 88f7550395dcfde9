import { expect, test } from "vitest";
import { buildServerFixture } from "./build-fixture.ts";
import { runProgram } from "./run-program.ts";

const notes = new URL("./fixtures/notes-server.ts", import.meta.url);

test("returns what a program printed and how it ended", async () => {
  const entry = await buildServerFixture(notes);
  expect(await runProgram({ entry, args: ["--broken"] })).toEqual({
    code: 2,
    signal: null,
    ms: expect.any(Number),
    stdout: "",
    stderr: "cannot start\n",
  });
});

test("gives the program its input", async () => {
  const entry = await buildServerFixture(notes);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  expect(await runProgram({ entry, args: ["--chatty"], input: `${ping}\n` })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("hello from the server\n"),
  });
});

test("a program that does not end is killed", async () => {
  const entry = await buildServerFixture(notes);
  const run = await runProgram({ entry, args: ["--stubborn"], timeoutMs: 300 });
  expect(run).toMatchObject({ code: null, signal: "SIGKILL" });
});
