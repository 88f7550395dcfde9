import { temporaryHome, type TemporaryHome, type TestServer, waitUntil } from "@faculties/testkit";
import { expect, test } from "vitest";
import { block, review, startAudit } from "./support/gan-audit.ts";

const CLEAN = block("ts", "export const one = 1;");
const uriOf = (session: string) => `gan-audit://sessions/${encodeURIComponent(session)}/history`;

async function audit(server: Pick<TestServer, "callOk">, ...sessions: string[]): Promise<void> {
  for (const branchId of sessions) await review(server, CLEAN, { branchId });
}

/** A caller, and the notifications that its client gets. */
async function startHearing<Kind extends "2025" | "2026">(client: Kind, home: TemporaryHome) {
  const heard: string[] = [];
  const server = await startAudit<"2025" | "2026">({
    client,
    home,
    configure(made) {
      made.setNotificationHandler("notifications/resources/updated", ({ params }) => {
        heard.push(params.uri);
      });
      made.setNotificationHandler("notifications/resources/list_changed", () => {
        heard.push("list");
      });
    },
  });
  return { server, heard };
}

test.each(["2025", "2026"] as const)(
  "a client of %s hears of the audits of other processes, and once of those of its own",
  async (kind) => {
    const home = await temporaryHome();
    const { server, heard } = await startHearing(kind, home);
    const other = await startAudit({ home });
    const shared = uriOf("a shared/one");
    if (kind === "2025") await server.client.subscribeResource({ uri: shared });
    else
      await server.client.listen({ resourceSubscriptions: [shared], resourcesListChanged: true });
    await audit(other, "a shared/one");
    await waitUntil(() => heard.length === 2);
    await audit(server, "own", "a shared/one");
    await waitUntil(() => heard.length === 4);
    // Whatever is told of the own ones by mistake is told before this.
    await audit(other, "another");
    await waitUntil(() => heard.length === 5);
    expect(heard).toEqual([shared, "list", "list", shared, "list"]);
    expect(await server.close()).toMatchObject({ code: 0 });
  },
);

test("audits that many processes make at the same time are all heard of", async () => {
  const home = await temporaryHome();
  const { server, heard } = await startHearing("2025", home);
  const others = await Promise.all([startAudit({ home }), startAudit({ home })]);
  const sessions = Array.from({ length: 12 }, (_, number) => `session ${number}`);
  for (const session of sessions) await server.client.subscribeResource({ uri: uriOf(session) });
  await Promise.all(
    sessions.map((session, place) => audit([server, ...others][place % 3]!, session)),
  );
  const updates = () => heard.filter((uri) => uri !== "list");
  await waitUntil(() => new Set(updates()).size === sessions.length);
  expect(updates().toSorted()).toEqual(sessions.map(uriOf).toSorted());
});
