import { rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterTest, afterFile } from "./after-test.ts";

const removal = { recursive: true, force: true, maxRetries: 5 } as const;

/** A new empty directory (its real path), removed after the current test, or after the file if no test is running. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "faculties-")));
  const leftover = afterFile(() => rmSync(directory, removal));
  afterTest(async () => {
    await rm(directory, removal);
    leftover.callOff();
  });
  return directory;
}
