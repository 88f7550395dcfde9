import { shiftedClock, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { startConverse } from "./support/converse.ts";
import { environmentOf, useVendors } from "./support/vendors.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const { vendors } = useVendors();

test.each([
  ["a running server", false],
  ["a server that starts meanwhile", true],
])("a clock that is a month ahead for a moment costs %s no conversation", async (_, restarts) => {
  const home = await temporaryHome();
  const clock = await shiftedClock();
  const env = { ...environmentOf(vendors), ...clock.env };
  let server = await startConverse({ env, home });
  const { id } = (await server.chat({ prompt: "one", model: "o3" })).continuation;
  clock.set(30 * DAY_MS);
  if (restarts) {
    await server.close();
    server = await startConverse({ env, home });
  }
  await server.chat({ prompt: "another", model: "o3" });
  await server.close();
  clock.set(0);
  const next = await startConverse({ env, home });
  const { continuation } = await next.chat({ prompt: "two", continuation_id: id });
  expect(continuation).toMatchObject({ id, messageCount: 4 });
});
