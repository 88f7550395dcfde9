import { fillTables, tablesReadThrough, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { startMemory, WORDS_ONLY } from "./start-memory.ts";

const ROWS = 4_000;

/** All is in force and decided on, as it is for most. */
const values = {
  "decisions.status": "'active'",
  "proposals.status": "'rejected'",
  "memory_documents.digest": "'2:' || i",
  "memory_text.terms": "array_to_tsvector(array['filler' || i])",
};

test("recording and searching read what they are about, however much else there is", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] as string;
  const first = await startMemory({ home, ...WORDS_ONLY });
  await first.callOk("search_decisions", { query: "anything" });
  await first.close();
  await fillTables(url, { rows: ROWS, values, except: ["memory_totals"] });

  const server = await startMemory({ home, ...WORDS_ONLY });
  const text = { title: "Keep it", rationale: "It has worked for years." };
  for (const place of [1, 2, 3]) {
    await server.callOk("record_decision", { ...text, target: `own ${place}` });
    await server.callOk("search_decisions", { query: "worked" });
  }
  await server.close();
  expect(await tablesReadThrough(url, ROWS)).toEqual([]);
});
