import type { Command } from "./command.ts";

type Report = { step: "copy" | "verify"; part: string; rows: number; of: number };

type Copyable = {
  copyTo(
    url: string,
    watch: { report: (report: Report) => void; signal: AbortSignal },
  ): Promise<void>;
  describe(): string;
};

const TELL_EVERY_MS = 1_000;
const DONE = { copy: "copied", verify: "compared" };

/** `migrate-to postgres://…`, for a server whose data is behind `storageOf`. */
export function migrateToCommand<Context>(
  storageOf: (context: Context) => Copyable | Promise<Copyable>,
): Command<Context> {
  return {
    name: "migrate-to",
    usage: "postgres://…",
    summary: "Copy the database file to PostgreSQL; goes on where it was interrupted",
    positionals: [1, 1],
    async run({ context, positionals: [url = ""], print, signal }) {
      const storage = await storageOf(context);
      const progress = tellProgress((line) => process.stderr.write(`${line}\n`));
      await storage.copyTo(url, { report: progress.report, signal });
      print(
        `Copied ${progress.rows()} rows from ${storage.describe()} and compared them. Set DATABASE_URL to use them.`,
      );
    },
  };
}

/** A line when a part is done, and now and then before. */
function tellProgress(tell: (line: string) => void) {
  let toldAt = 0;
  let compared = 0;
  return {
    rows: () => compared,
    report({ step, part, rows, of }: Report): void {
      const isDone = rows >= of;
      if (step === "verify") compared += rows;
      if (!isDone && performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      tell(`${part}: ${isDone ? `${of}` : `${rows} of ${of}`} rows ${DONE[step]}`);
    },
  };
}
