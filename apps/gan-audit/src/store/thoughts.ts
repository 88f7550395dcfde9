import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit/sequentialthinking";
import { type Transaction, sql } from "@faculties/storage";

export type Recorded = { sessionId: string; length: number; branches: string[] };

/** A session as it was after the last of its thoughts. */
export type SessionState = { createdAt: number; length: number; branches: string[] };

/** Thoughts of one session that came together. */
export type SessionThoughts = {
  sessionId: string;
  inputs: readonly SequentialThinkingInput[];
  /** The session as this process left it, if it did. */
  known: SessionState | undefined;
};

export type Appended = { recorded: Recorded[]; state: SessionState };

const MOST_THOUGHTS = 10_000;
const TRIMMED_AT_ONCE = 100;
const MOST_IN_A_ROW = 32;
const MOST_SESSIONS = 1_000;
const LONGEST_KEPT_THOUGHT = 256 * 1024;

/**
 * Adds thoughts to the end of a session's history; each is answered as if it had been added alone. The session's row
 * is written first, which locks the session. The process that thought in it last knows its branches.
 */
export async function appendThoughts(
  tx: Transaction,
  { sessionId, inputs, known }: SessionThoughts,
  at: number,
): Promise<Appended> {
  // All at once, so that a distant database is waited for once.
  const [{ length, createdAt }] = await Promise.all([
    tx.get<{ length: number; createdAt: number }>(sql`
      insert into sessions (id, length, created_at, updated_at) values (${sessionId}, ${inputs.length}, ${at}, ${at})
      on conflict (id) do update set length = sessions.length + excluded.length, updated_at = excluded.updated_at
      returning length, created_at as "createdAt"`),
    ...rowsOf(inputs).map(({ thoughts, following }) =>
      tx.run(sql`
        insert into thought_rows (session_id, position, at, thoughts)
        select id, length - ${following}, ${at}, ${thoughts} from sessions where id = ${sessionId}`),
    ),
  ]);
  const before = length - inputs.length;
  if (Math.floor(before / TRIMMED_AT_ONCE) < Math.floor(length / TRIMMED_AT_ONCE))
    await tx.run(
      sql`delete from thought_rows where session_id = ${sessionId} and position <= ${length - MOST_THOUGHTS}`,
    );
  if (before === 0) await dropOldSessions(tx);
  const isKnown = known?.createdAt === createdAt && known.length === before;
  let branches = isKnown ? known.branches : await branchesOf(tx, sessionId);
  const recorded: Recorded[] = [];
  for (const [index, { branchId }] of inputs.entries()) {
    const position = before + index + 1;
    if (branchId && !branches.includes(branchId)) {
      await tx.run(sql`
        insert into branches (session_id, branch, position) values (${sessionId}, ${encode(branchId)}, ${position})`);
      branches = [...branches, branchId];
    }
    recorded.push({ sessionId, length: position, branches });
  }
  return { recorded, state: { createdAt, length, branches } };
}

/** Several thoughts share a row; each row knows how many follow its last one. */
function rowsOf(inputs: readonly SequentialThinkingInput[]) {
  const rows = [];
  for (let from = 0; from < inputs.length; from += MOST_IN_A_ROW) {
    const together = inputs.slice(from, from + MOST_IN_A_ROW).map(shortened);
    const following = inputs.length - from - together.length;
    rows.push({ thoughts: JSON.stringify(together), following });
  }
  return rows;
}

/** The session in which this branch was used last. */
export async function findSessionWith(
  tx: Transaction,
  branchId: string,
): Promise<string | undefined> {
  const row = await tx.get<{ id: string } | undefined>(sql`
    select sessions.id from branches join sessions on sessions.id = branches.session_id
    where branches.branch = ${encode(branchId)} order by sessions.updated_at desc, sessions.id limit 1`);
  return row?.id;
}

async function branchesOf(tx: Transaction, sessionId: string): Promise<string[]> {
  const rows = await tx.all<{ branch: string }>(
    sql`select branch from branches where session_id = ${sessionId} order by position`,
  );
  return rows.map(({ branch }) => JSON.parse(branch) as string);
}

/** A session that another process thinks in meanwhile is longer than it was, and stays. */
async function dropOldSessions(tx: Transaction): Promise<void> {
  const old = await tx.all<{ id: string; length: number }>(
    sql`select id, length from
      (select id, length from sessions order by updated_at desc, id limit 100 offset ${MOST_SESSIONS}) as old
      order by id`,
  );
  for (const { id, length } of old) {
    const { changes } = await tx.run(
      sql`delete from sessions where id = ${id} and length = ${length}`,
    );
    if (changes === 0) continue;
    await tx.run(sql`delete from thought_rows where session_id = ${id}`);
    await tx.run(sql`delete from branches where session_id = ${id}`);
  }
}

/** A branch's name is any text at all; as JSON it goes through every engine unharmed. */
const encode = (text: string): string => JSON.stringify(text);

function shortened(input: SequentialThinkingInput): SequentialThinkingInput {
  return input.thought.length > LONGEST_KEPT_THOUGHT
    ? { ...input, thought: input.thought.slice(0, LONGEST_KEPT_THOUGHT) }
    : input;
}
