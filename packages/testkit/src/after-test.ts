import { TestRunner, afterAll, onTestFinished } from "vitest";

const leftovers = new Set<() => void>();

// Workers are stopped by force, so "exit" alone would not do; outside a worker there is no suite to hook into.
if (process.env["VITEST_POOL_ID"] !== undefined) afterAll(releaseLeftovers);
process.once("exit", releaseLeftovers);

/** Run `cleanUp` when the current test ends, however it ends; outside a test nothing happens. */
export function afterTest(cleanUp: () => Promise<void> | void): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFinished(() => cleanUp());
}

/** Run `release` after the last test of the file, or when this process exits, unless it is called off. */
export function afterFile(release: () => void): { callOff(): void } {
  leftovers.add(release);
  return { callOff: () => void leftovers.delete(release) };
}

function releaseLeftovers(): void {
  for (const release of leftovers) release();
  leftovers.clear();
}
