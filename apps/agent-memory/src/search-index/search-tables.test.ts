import { sql, type Storage } from "@faculties/storage";
import { temporaryPlace } from "@faculties/storage/testing";
import { seededRandom } from "@faculties/testkit";
import { expect, test } from "vitest";
import { createSearchIndex } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";

const older = [searchIndexMigration("things"), searchVocabularyMigration("things")];
const WORDS = ["w1", "w2", "w3", "w4", "w5", "w6", "w7"];

/** Writes a document as versions without totals did. */
async function addAsBefore(storage: Storage, document: number, body: string): Promise<void> {
  await storage.write(async (tx) => {
    await tx.run(sql`insert into things_documents (document, id, facet, digest, change)
      values (${document}, ${`d${document}`}, 'all', '', ${document})`);
    await tx.run(sql`insert into things_text (rowid, body) values (${document}, ${body})`);
    await tx.run(sql`insert into sequences (name, value)
      values ('things_changes', ${document}), ('things_documents', ${document})
      on conflict (name) do update set value = excluded.value`);
  });
}

test("a database without totals gets them, and its documents keep their scores", async () => {
  const open = temporaryPlace("sqlite");
  const random = seededRandom(5);
  const before = open(older);
  for (let document = 1; document <= 60; document += 1) {
    const words = WORDS.flatMap((word, place) =>
      Array.from({ length: Math.floor(random() * (place + 2) * 0.4) }, () => word),
    );
    await addAsBefore(before, document, words.join(" "));
  }
  // FTS5 scores by the totals that it keeps for itself.
  const scored = (word: string) =>
    before.query((tx) =>
      tx.all<{ id: string; score: number }>(
        sql`select 'd' || rowid as id, -bm25(things_text) as score from things_text where things_text match ${word}`,
      ),
    );
  const expected = await Promise.all(WORDS.map(scored));
  await before.close();

  const storage = open([...older, searchTotalsMigration("things"), searchTermsMigration("things")]);
  const index = createSearchIndex(storage, { name: "things" });
  for (const [place, word] of WORDS.entries()) {
    const hits = await index.matchText(word, { limit: 100 });
    const ids = (found: { id: string }[]) => found.map(({ id }) => id).toSorted();
    expect(ids(hits)).toEqual(ids(expected[place]!));
  }
  await storage.write((tx) => index.put(tx, { id: "d1", facet: "all", text: "unheard" }));
  await storage.write((tx) => index.remove(tx, "d2"));
  expect((await index.matchText("unheard", { limit: 9 })).map(({ id }) => id)).toEqual(["d1"]);
});
