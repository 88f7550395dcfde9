import { pathsOf, stateFolder } from "../clients/machine.ts";
import type { Context } from "../context.ts";
import { ExitCode } from "../exit-code.ts";
import { Backups } from "../files/backups.ts";
import { askToApply } from "../prompts.ts";
import { applyChange } from "./apply-change.ts";
import { type Change, isNeeded } from "./change.ts";
import { renderDiff } from "./render-diff.ts";

export type Settlement = { yes: boolean; dryRun: boolean };

/** The exit code, and whether the files are now as planned. */
export type Settled = { code: number; isInPlace: boolean };

/** Where earlier contents are kept. */
export function backupsIn(context: Context): Backups {
  return new Backups(pathsOf(context).join(stateFolder(context), "faculties", "backups"));
}

/** Shows what would change, asks for consent where somebody can give it, and writes. */
export async function settleChanges(
  changes: readonly Change[],
  { yes, dryRun: isDryRun }: Settlement,
  context: Context,
): Promise<Settled> {
  const { print, warn } = context;
  for (const { client, already, file } of changes.filter((change) => !isNeeded(change)))
    print(`${client.title}: ${already} ${file}`);
  const needed = changes.filter(isNeeded);
  for (const change of needed) renderDiff(change, context.hasColour).forEach(print);
  for (const note of new Set(needed.flatMap(({ notes }) => notes))) warn(`note: ${note}`);

  if (isDryRun && needed.length > 0) {
    print("Dry run: nothing was changed.");
    return { code: ExitCode.done, isInPlace: false };
  }
  if (needed.length === 0) return { code: ExitCode.done, isInPlace: !isDryRun };
  if (!yes && !context.isInteractive) {
    warn("Nothing was changed: --yes applies this without asking.");
    return { code: ExitCode.declined, isInPlace: false };
  }
  if (!yes && !(await askToApply())) {
    warn("Nothing was changed.");
    return { code: ExitCode.declined, isInPlace: false };
  }
  for (const change of needed) await write(change, context);
  return { code: ExitCode.done, isInPlace: true };
}

async function write(change: Change, context: Context): Promise<void> {
  const { client, done, file, source } = change;
  const backup = await applyChange(change, backupsIn(context), context.now());
  const through = source.target === file ? "" : ` (a link to ${source.target})`;
  context.print(`${client.title}: ${done} ${file}${through}`);
  if (backup !== undefined) context.print(`  The earlier content is kept in ${backup}`);
  context.print(`  ${client.reload}`);
}
