import { fillTables, tablesReadThrough, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { startAudit, think } from "./support/gan-audit.ts";

const ROWS = 4_000;
const SESSIONS = 10;
const values = { "audits.audit_session": `'"filler ' || i % ${SESSIONS} || '"'` };

test("the first audit of a session reads none of the others'", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] as string;
  const first = await startAudit({ home });
  await think(first, "A plain thought.");
  await first.close();
  // There are never more than a thousand of these.
  await fillTables(url, { rows: ROWS, values, except: ["sessions"] });

  const server = await startAudit({ home });
  for (const branchId of ["a", "b", "c"]) {
    const code = "Good?\n```js\nexport const one = 1;\n```";
    const { gan } = await think(server, code, { branchId, branchFromThought: 1 });
    expect(gan).toBeDefined();
  }
  await server.close();
  expect(await tablesReadThrough(url, ROWS)).toEqual([]);
});
