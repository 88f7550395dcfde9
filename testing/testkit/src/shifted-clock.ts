import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface ShiftedClock {
  /** For the programs whose wall clock it is. */
  readonly env: Readonly<Record<string, string>>;
  /** Set the wall clock of the programs, also of those that run, so far ahead of the true time. */
  set(aheadMs: number): void;
}

const preload = new URL("fixtures/shift-clock.mjs", import.meta.url);

/** A wall clock that can be set while programs run; as real ones, it leaves monotonic time alone. */
export async function shiftedClock(): Promise<ShiftedClock> {
  const file = join(await temporaryDirectory(), "ahead-ms");
  const set = (aheadMs: number) => {
    writeFileSync(`${file}.new`, String(aheadMs));
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    env: { NODE_OPTIONS: `--import=${preload.href}`, CLOCK_SHIFT_FILE: file },
    set,
  };
}
