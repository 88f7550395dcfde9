import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const HERE = join("apps", "cli");

/** The folder of the repository that a built file of this program stands in: `<clone>/apps/cli/dist/<file>`. */
export function findClone(file: string): string | undefined {
  const clone = resolve(dirname(file), "..", "..", "..");
  const isClone =
    dirname(dirname(file)) === join(clone, HERE) && existsSync(join(clone, "pnpm-workspace.yaml"));
  return isClone ? clone : undefined;
}
