import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit/sequentialthinking";
import { sql, type Storage } from "@faculties/storage";
import { gate, temporaryPlace } from "@faculties/storage/testing";
import { expect, test } from "vitest";
import { appendThoughts } from "../src/store/thoughts.ts";
import { keepAudit } from "../src/audit/auditor.ts";
import { type AuditDetails, auditedSessions, auditsOfSession } from "../src/store/audits.ts";
import { ThoughtHistory } from "../src/history/thought-history.ts";
import { migrations } from "../src/store/migrations.ts";

const KEPT = 1_000;
const OLD = 8;

const thought = (text: string, branchId?: string): SequentialThinkingInput => ({
  thought: text,
  nextThoughtNeeded: true,
  thoughtNumber: 1,
  totalThoughts: 1,
  ...(branchId && { branchId }),
});

const rising = (length: number, from = 1) => Array.from({ length }, (_, index) => from + index);

function several(): [Storage, Storage, Storage] {
  const open = temporaryPlace("postgres");
  return [open(migrations), open(migrations), open(migrations)];
}

test("thoughts of one session in several processes lose none", async () => {
  const histories = several().map((storage) => new ThoughtHistory(storage));
  const { sessionId } = await histories[0]!.record("first", thought("first", "shared"));
  const recorded = await Promise.all(
    rising(30).map((number) =>
      histories[number % 3]!.record(`connection ${number % 3}`, thought(`${number}`, "shared")),
    ),
  );
  expect(new Set(recorded.map((one) => one.sessionId))).toEqual(new Set([sessionId]));
  const lengths = recorded.map(({ length }) => length).toSorted((left, right) => left - right);
  expect(lengths).toEqual(rising(30, 2));
});

test("a session is dropped whole or continues whole, even if another process thinks in it meanwhile", async () => {
  const [first, second] = several();
  await first.write(async (tx) => {
    const ids = sql`generate_series(1, ${KEPT + OLD}::bigint) as number`;
    await tx.run(sql`insert into sessions select 's' || number, 1, number, number from ${ids}`);
    await tx.run(sql`insert into thought_rows select 's' || number, 1, number, '[]' from ${ids}`);
    await tx.run(
      sql`insert into branches select 's' || number, '"b' || number || '"', 1 from ${ids}`,
    );
  });
  const [appending, commit] = [gate(), gate()];
  const appended = first.write(
    async (tx) => {
      const back = { sessionId: "s1", inputs: [thought("back")], known: undefined };
      await appendThoughts(tx, back, Date.now());
      appending.open();
      await commit.opened;
    },
    { locks: [] },
  );
  await appending.opened;
  const dropping = new ThoughtHistory(second).record("new", thought("new"));
  const waiting = sql`select count(*) as number from pg_locks where locktype = 'transactionid' and not granted`;
  const howMany = () => second.query((tx) => tx.get<{ number: number }>(waiting));
  await expect.poll(async () => (await howMany()).number).toBeGreaterThan(0);
  commit.open();
  await Promise.all([appended, dropping]);
  const [sessions, thoughts] = await Promise.all([
    first.query((tx) => tx.all(sql`select id, length from sessions where id in ('s1', 's2')`)),
    first.query((tx) =>
      tx.all(sql`select session_id as id, position from thought_rows
        where session_id in ('s1', 's2') order by position`),
    ),
  ]);
  expect(sessions).toEqual([{ id: "s1", length: 2 }]);
  expect(thoughts).toEqual([
    { id: "s1", position: 1 },
    { id: "s1", position: 2 },
  ]);
});

test("audits of one session in several processes are numbered without a gap, and old sessions go", async () => {
  const storages = several();
  const [first] = storages;
  await first.write((tx) =>
    tx.run(sql`insert into audits select '"old ' || number || '"', 7, number, 1, 'pass', 0, '', '{}'
      from generate_series(1, ${KEPT + OLD}::bigint) as number`),
  );
  const keepers = storages.map((storage, index) => ({ storage, writer: `process ${index}` }));
  const details = {
    review: { overall: 100, verdict: "pass", review: { inline: [], summary: "" } },
  } as unknown as AuditDetails;
  const [shared, ...back] = await Promise.all([
    Promise.all(rising(12).map((number) => keepAudit(keepers[number % 3]!, "shared", details))),
    ...rising(OLD).map((number) => keepAudit(keepers[number % 3]!, `old ${number}`, details)),
  ]);
  expect(shared.toSorted((left, right) => left - right)).toEqual(rising(12));
  for (const [index, position] of back.entries()) {
    const history = await first.query((tx) => auditsOfSession(tx, `old ${index + 1}`));
    const wasDropped = position === 1;
    expect(history.map((one) => one.position)).toEqual(wasDropped ? [1] : [7, 8]);
  }
  await keepAudit(keepers[0]!, "last", details);
  expect(await first.query((tx) => auditedSessions(tx, KEPT * 2))).toHaveLength(KEPT);
});
