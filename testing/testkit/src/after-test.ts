import { TestRunner, onTestFinished } from "vitest";

type Release = () => void;
type Leftover = { callOff(): void };

const ofFile = new Set<Release>();
const ofRun = new Set<Release>();

process.once("exit", releaseAll);
// A worker is ended by this signal, which would not let "exit" come.
if (process.env["VITEST_POOL_ID"] !== undefined)
  process.once("SIGTERM", () => {
    releaseAll();
    process.kill(process.pid, "SIGTERM");
  });

/** Run `cleanUp` when the current test ends, however it ends; outside a test nothing happens. */
export function afterTest(cleanUp: () => Promise<void> | void): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFinished(() => cleanUp());
}

/** Run `release` after the last test of the file, or when this process ends, unless it is called off. */
export function afterFile(release: Release): Leftover {
  return keep(ofFile, release);
}

/** Run `release` when this process ends: after all files that it tests. */
export function afterRun(release: Release): Leftover {
  return keep(ofRun, release);
}

/** The latest first: a process ends before its folder goes. */
function releaseIn(leftovers: Set<Release>): void {
  for (const release of [...leftovers].toReversed()) release();
  leftovers.clear();
}

export function releaseFile(): void {
  releaseIn(ofFile);
}

function releaseAll(): void {
  releaseFile();
  releaseIn(ofRun);
}

function keep(leftovers: Set<Release>, release: Release): Leftover {
  leftovers.add(release);
  return { callOff: () => void leftovers.delete(release) };
}
