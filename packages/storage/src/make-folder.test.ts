import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordSyncs, temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

test.runIf(process.platform === "linux")(
  "brings each new folder to the disk, in the one above it, and none that was there",
  async () => {
    const base = await temporaryDirectory();
    const { paths } = await recordSyncs();
    makeFolder(join(base, "a", "b", "c"), 0o700);
    expect(paths).toEqual([base, join(base, "a"), join(base, "a", "b")]);
    makeFolder(join(base, "a", "b", "c"), 0o700);
    expect(paths).toHaveLength(3);
    expect(existsSync(join(base, "a", "b", "c"))).toBe(true);
  },
);
