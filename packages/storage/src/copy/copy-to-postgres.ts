import { sql } from "drizzle-orm";
import { isUniqueViolation, storageError } from "../storage-error.ts";
import type { CopyReport, Migration, Storage, StorageLog } from "../storage.ts";
import { copyPart, sourceChecksum, targetChecksum } from "./copy-part.ts";
import { openStaging, progress, publish, refuseOccupied, stagingOf } from "./copy-target.ts";
import { SqliteSource } from "./sqlite-source.ts";

type Copy = {
  file: string;
  url: string;
  namespace: string;
  migrations: readonly Migration[];
  report: (report: CopyReport) => void;
  signal: AbortSignal | undefined;
  log: StorageLog | undefined;
};

/**
 * Copies one snapshot of a database file, compares every row of the copy with it, and only then lets servers see it.
 * The next copy continues where an interrupted one stopped.
 */
export async function copyToPostgres(copy: Copy): Promise<void> {
  const source = await SqliteSource.open(copy.file, copy.migrations);
  const attempt = async () => {
    const staging = openStaging(copy, copy.migrations, copy.log);
    return goOn(copy, source, staging).finally(() => staging.close());
  };
  try {
    await refuseOccupied(copy);
    if (!(await attempt())) await attempt();
  } finally {
    source.close();
  }
}

/** False when the file has changed since the copy was begun, so that it was thrown away. */
async function goOn(copy: Copy, source: SqliteSource, staging: Storage): Promise<boolean> {
  const isResumed = (await staging.query((tx) => tx.$count(progress))) > 0;
  try {
    await run(copy, source, staging);
    return true;
  } catch (error) {
    if (!isResumed || !(isUniqueViolation(error) || isDifference(error))) throw error;
  }
  await staging.write((tx) =>
    tx.run(sql`drop schema ${sql.identifier(stagingOf(copy.namespace))} cascade`),
  );
  return false;
}

async function run(copy: Copy, source: SqliteSource, staging: Storage): Promise<void> {
  const { report, signal } = copy;
  for (const part of source.parts) {
    const told = { part: part.name, of: part.rows };
    report({ step: "copy", ...told, rows: 0 });
    const watch = { signal, report: (rows: number) => report({ step: "copy", ...told, rows }) };
    await copyPart(source, staging, part, watch);
  }
  for (const part of source.parts) {
    const [there, here] = [await targetChecksum(staging, part), sourceChecksum(source, part)];
    if (there !== here) throw different(part.name, here, there);
    report({ step: "verify", part: part.name, of: part.rows, rows: part.rows, checksum: there });
  }
  await staging.write(async (tx) => {
    for (const statement of source.figures()) await tx.run(statement);
    for (const { name } of source.parts) await tx.run(sql`analyze ${sql.identifier(name)}`);
    await publish(tx, copy);
  });
}

function different(part: string, here: string, there: string) {
  return storageError(
    "E-STORAGE-COPY",
    `The copy of ${part} differs from the file (${there} instead of ${here}). It was not put to use; the file is as it was.`,
    { details: { kind: "difference" } },
  );
}

function isDifference(error: unknown): boolean {
  return (
    error instanceof Error &&
    "details" in error &&
    (error.details as { kind?: unknown }).kind === "difference"
  );
}
