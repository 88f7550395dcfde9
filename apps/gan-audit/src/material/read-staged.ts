import type { WorkTree } from "./open-work-tree.ts";

export type StagedLimits = { maxFileBytes: number; maxTotalBytes: number };

/** What is staged under an id, or why it is not read. */
export type StagedContent = Buffer | "too large" | "unreadable";

/** Reads objects by their ids, all with the same two processes, as far as the limits allow. */
export async function readStaged(
  tree: WorkTree,
  ids: readonly string[],
  { maxFileBytes, maxTotalBytes }: StagedLimits,
): Promise<Map<string, StagedContent>> {
  const contents = new Map<string, StagedContent>(ids.map((id) => [id, "unreadable"]));
  if (contents.size === 0) return contents;
  const asked = [...contents.keys()];
  const wanted: string[] = [];
  let total = 0;
  for (const { id, size } of parseSizes(await batch(tree, "--batch-check", asked))) {
    if (size > maxFileBytes || total + size > maxTotalBytes) contents.set(id, "too large");
    else {
      total += size;
      wanted.push(id);
    }
  }
  for (const [id, content] of parseObjects(await batch(tree, "--batch", wanted)))
    contents.set(id, content);
  return contents;
}

async function batch(tree: WorkTree, mode: string, ids: readonly string[]): Promise<Buffer> {
  if (ids.length === 0) return Buffer.alloc(0);
  const { stdout } = await tree.git(["cat-file", mode], { input: `${ids.join("\n")}\n` });
  return stdout;
}

const HEADER = /^([0-9a-f]{40,64}) blob (\d+)$/;

function parseSizes(answer: Buffer): { id: string; size: number }[] {
  return answer
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [, id = "", size = ""] = HEADER.exec(line) ?? [];
      return id === "" ? [] : [{ id, size: Number(size) }];
    });
}

/** Reads headers and contents in turn; an answer that was cut off ends with the last whole object. */
function parseObjects(answer: Buffer): [id: string, content: Buffer][] {
  const objects: [string, Buffer][] = [];
  let at = 0;
  while (at < answer.length) {
    const end = answer.indexOf("\n", at);
    const [, id = "", size = ""] = HEADER.exec(answer.toString("latin1", at, end)) ?? [];
    const start = end + 1;
    at = start + Number(size) + 1;
    if (end === -1 || id === "" || at > answer.length) break;
    objects.push([id, answer.subarray(start, at - 1)]);
  }
  return objects;
}
