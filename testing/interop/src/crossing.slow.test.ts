import { expect, test } from "vitest";
import { leaveTraces, tryEveryTool } from "./tenants/cross.ts";
import { listUris, seenBy, startShared } from "./tenants/start-shared.ts";

const TWO = { "red-token": { tenant: "red" }, "blue-token": { tenant: "blue" } };
// In everything that red writes, and in nothing that blue may see.
const MARK = "zanzibar";

// The other two servers have three tools between them, which tenancy.test.ts tries by hand.
test.each([
  ["agent-memory", 7],
  ["langbase-reasoning", 31],
  ["orchestrator-resources", 72],
])("%s: ids of another tenant open nothing in any of its %i tools", async (name, count) => {
  const { server, as } = await startShared(name, TWO, { MCP_HTTP_RATE_LIMIT: "100000" });
  const [red, blue] = await Promise.all([as("red-token"), as("blue-token")]);
  const { known, shown } = await leaveTraces(name, red, MARK);
  const before = await seenBy(red, []);
  expect([shown.length > 0, before.includes(MARK)]).toEqual([true, true]);

  expect(await tryEveryTool(name, blue, known, MARK)).toEqual({ tools: count, shown: [] });
  expect(await seenBy(blue, await listUris(red))).not.toContain(MARK);
  expect(await seenBy(red, [])).toBe(before);
  await server.close();
});
