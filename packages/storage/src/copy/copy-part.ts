import { eq, sql, type SQL } from "drizzle-orm";
import { storageError } from "../storage-error.ts";
import type { Transaction, Storage } from "../storage.ts";
import { Checksum } from "./checksum.ts";
import type { CopiedPart } from "./copied-part.ts";
import { progress } from "./copy-target.ts";
import type { CopiedPage, CopiedRow, SqliteSource } from "./sqlite-source.ts";

const MOST_ROWS = 500;
const MOST_BYTES = 4 * 1024 * 1024;
const ROWS_FETCHED = 1_000;

type Position = { last: number; rows: number };
type Watch = { report: (rows: number) => void; signal: AbortSignal | undefined };

const START: Position = { last: Number.MIN_SAFE_INTEGER, rows: 0 };

/** Copies the missing rows, each page together with its progress in one transaction. */
export async function copyPart(
  source: SqliteSource,
  staging: Storage,
  part: CopiedPart,
  { report, signal }: Watch,
): Promise<void> {
  let position = await staging.query((tx) => positionOf(tx, part));
  for (;;) {
    if (signal?.aborted === true) throw stopped();
    const page = source.page(part, position.last, { rows: MOST_ROWS, bytes: MOST_BYTES });
    if (page.rows.length === 0) return;
    const before = position;
    position = { last: page.last, rows: before.rows + page.rows.length };
    await staging.write((tx) => putPage(tx, part, page, before));
    report(position.rows);
  }
}

async function positionOf(tx: Transaction, { name }: CopiedPart): Promise<Position> {
  const [found] = await tx.select().from(progress).where(eq(progress.part, name));
  return found ?? START;
}

async function putPage(
  tx: Transaction,
  part: CopiedPart,
  page: CopiedPage,
  before: Position,
): Promise<void> {
  if ((await positionOf(tx, part)).last !== before.last) throw notAlone();
  const columns = part.columns.map(({ name }) => sql`${sql.identifier(name)}`);
  const rows = page.rows.map((row) => sql`(${list(written(part, row))})`);
  await tx.run(
    sql`insert into ${sql.identifier(part.name)} (${list(columns)}) values ${list(rows)}`,
  );
  const note = { last: page.last, rows: before.rows + page.rows.length };
  await tx
    .insert(progress)
    .values({ part: part.name, ...note })
    .onConflictDoUpdate({ target: progress.part, set: note });
}

function written({ columns }: CopiedPart, row: CopiedRow): SQL[] {
  return columns.map(({ write }, index) => write(row[index]));
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `);
}

export function sourceChecksum(source: SqliteSource, part: CopiedPart): string {
  const checksum = new Checksum();
  for (let after = START.last; ;) {
    const { rows, last } = source.page(part, after, { rows: ROWS_FETCHED, bytes: MOST_BYTES });
    if (rows.length === 0) return checksum.toString();
    for (const row of rows) checksum.add(row);
    after = last;
  }
}

export async function targetChecksum(staging: Storage, part: CopiedPart): Promise<string> {
  const columns = list(part.columns.map(({ read }) => read));
  return staging.read(async (tx) => {
    const checksum = new Checksum();
    await tx.run(
      sql`declare copied no scroll cursor for select ${columns} from ${sql.identifier(part.name)}`,
    );
    for (;;) {
      const rows = await tx.values(sql.raw(`fetch ${ROWS_FETCHED} from copied`));
      for (const row of rows) checksum.add(row);
      if (rows.length < ROWS_FETCHED) return checksum.toString();
    }
  });
}

function stopped() {
  return storageError(
    "E-STORAGE-COPY",
    "The copy was stopped. Run the same command again: it goes on where it was.",
  );
}

function notAlone() {
  return storageError(
    "E-STORAGE-COPY",
    "Another process copies to the same database. Let it finish.",
  );
}
