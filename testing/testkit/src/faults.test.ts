import { expect, test } from "vitest";
import { buildServerFixture } from "./build-fixture.ts";
import { contend } from "./contend.ts";
import { killDuring } from "./kill-during.ts";
import { startServer } from "./start-server.ts";
import { startServers, twoServers } from "./start-servers.ts";

const notes = new URL("./fixtures/notes-server.ts", import.meta.url);

test.each([1, 2, 3])("what a killed server acknowledged is in its file (seed %i)", async (seed) => {
  const entry = await buildServerFixture(notes);
  const server = await startServer({ entry });
  const run = await killDuring({
    server,
    seed,
    call: (index) => server.callOk<{ text: string }>("note", { text: `note ${index}` }),
  });
  expect(run.exit.signal).toBe("SIGKILL");
  expect(run.acknowledged.length).toBeGreaterThan(0);
  expect(run.unanswered.length).toBeGreaterThan(0);
  const again = await startServer({ entry, home: server.home });
  const { notes: kept } = await again.callOk<{ notes: string[] }>("notes");
  expect(kept).toEqual(expect.arrayContaining(run.acknowledged.map(({ result }) => result.text)));
});

test("a call that fails before the kill is the caller's mistake", async () => {
  const server = await startServer({ entry: await buildServerFixture(notes) });
  const run = killDuring({ server, seed: 1, call: () => server.callOk("fail", { why: "no" }) });
  await expect(run).rejects.toThrow("A call failed before the server was killed.");
});

test("servers in one home see the same files, and exactly one wins each race", async () => {
  const servers = await startServers(3, { entry: await buildServerFixture(notes) });
  const rounds = await contend(servers, 5, (server, round) =>
    server.callOk("claim", { name: `round-${round}` }),
  );
  const wins = rounds.map((outcomes) => outcomes.filter(({ status }) => status === "fulfilled"));
  expect(wins.map((winners) => winners.length)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(3);
});

test("two servers share their notes", async () => {
  const [first, second] = await twoServers({ entry: await buildServerFixture(notes) });
  await first.callOk("note", { text: "from the first" });
  expect(await second.callOk("notes")).toEqual({ notes: ["from the first"] });
});
