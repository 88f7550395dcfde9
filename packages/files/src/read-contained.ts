import { closeSync } from "node:fs";
import type { AllowedArea } from "./allowed-area.ts";
import { FileRefusal } from "./file-refusal.ts";
import { locateFile } from "./locate-file.ts";
import { openContained } from "./open-contained.ts";
import { readAtMost } from "./read-at-most.ts";
import { secretContentRule, secretRefusal } from "./secret-files.ts";

export type ContainedFile = { path: string; bytes: Buffer; modifiedAt: Date };

/**
 * Reads a regular file that really lies in the area, looks like no secret and is at most `maxBytes` long, whatever
 * happens meanwhile. Only the content is read in the background: for each of the six small steps before, the way
 * there and back would take longer than the step.
 */
export async function readContained(
  path: string,
  area: AllowedArea,
  maxBytes: number,
): Promise<ContainedFile> {
  const realPath = locateFile(path, area);
  const { descriptor, status } = openContained(realPath, area);
  try {
    const bytes = await readAtMost(descriptor, status.size, maxBytes);
    const rule = area.allowsSecrets ? undefined : secretContentRule(bytes);
    if (rule !== undefined) throw new FileRefusal("secret", secretRefusal(rule));
    return { path: realPath, bytes, modifiedAt: status.mtime };
  } finally {
    closeSync(descriptor);
  }
}
