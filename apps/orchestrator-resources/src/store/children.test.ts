import { temporaryStorage } from "@faculties/storage/testing";
import { expect, test } from "vitest";
import { insertChildren, listChildren, type NewChild } from "./children.ts";
import { Database } from "./database.ts";
import { migrations } from "./migrations.ts";

const child: NewChild = {
  childId: "child_1",
  opId: "op_1",
  runId: null,
  instanceId: "process_1",
  host: "here",
  workerId: null,
  nodeId: null,
  role: null,
  command: "true",
  args: [],
  cwd: "/",
  pid: 1,
  processStarted: null,
  state: "running",
  startedAt: 0,
  lastActivityAt: 0,
  timeoutMs: 1_000,
  memoryLimitMb: 1,
  cpuPercent: 1,
};

test("a child that may have been stored already is stored once", async () => {
  const database = new Database({
    storage: temporaryStorage(migrations),
    now: () => 0,
    writer: "process_1",
    maxEventHistory: 10,
    onCommit: () => undefined,
    tryAgainMs: 1,
    log: { warn: () => undefined },
  });
  for (const added of [[child], [child, { ...child, childId: "child_2", opId: "op_2" }]])
    await database.write((tx, outbox) => insertChildren(tx, outbox, added), { locks: [] });
  const { children } = await database.query((tx) => listChildren(tx, { limit: 10 }));
  expect(children.map(({ child_id }) => child_id)).toEqual(["child_1", "child_2"]);
});
