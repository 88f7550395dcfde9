import { shiftedClock, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { codeOf, everything, start } from "./support/start.ts";
import { createGraph } from "./support/work.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const graph_id = "held";

test("a lock is held for its time, whatever the clock says meanwhile", async () => {
  const clock = await shiftedClock();
  const server = await start(everything, { env: clock.env });
  await createGraph(server, graph_id, ["a"]);
  await server.callOk("graph_lock", { graph_id, holder: "me", ttl_ms: 600_000 });
  for (const aheadMs of [DAY_MS, -DAY_MS, 0]) {
    clock.set(aheadMs);
    expect(await codeOf(server, "graph_lock", { graph_id, holder: "you" })).toBe("E-LOCK-HELD");
  }
});

test("a lock that was taken while the clock was a day ahead is not held for a day", async () => {
  const clock = await shiftedClock();
  const home = await temporaryHome();
  clock.set(DAY_MS);
  const early = await start(everything, { env: clock.env, home });
  await createGraph(early, graph_id, ["a"]);
  await early.callOk("graph_lock", { graph_id, holder: "me", ttl_ms: 5_000 });
  await early.close();
  clock.set(0);
  const server = await start(everything, { env: clock.env, home });
  const lock = await server.callOk("graph_lock", { graph_id, holder: "you", ttl_ms: 5_000 });
  expect(lock).toMatchObject({ holder: "you", refreshed: false });
});
