import { execFileSync } from "node:child_process";

const PROGRAM = "mkfifo";

/** Node has no call for it. */
export function makeFifo(path: string): void {
  execFileSync(PROGRAM, [path]);
}
