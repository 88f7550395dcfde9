import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterTest } from "../after-test.ts";
import type { ContainmentTree } from "./containment-tree.ts";

export interface SwappedFolder {
  /** Sometimes a folder of the root, sometimes a link that leads out of it, and in between nothing. */
  readonly folder: string;
  /** A file in it, relative to the root. */
  readonly file: string;
  stop(): Promise<void>;
}

const SWAPPER = `
const { renameSync, symlinkSync, rmSync } = require("node:fs");
const { workerData: { resting, way, outside, stopped }, parentPort } = require("node:worker_threads");
parentPort.postMessage("begun");
while (Atomics.load(stopped, 0) === 0) {
  renameSync(resting, way);
  renameSync(way, resting);
  symlinkSync(outside, way);
  rmSync(way);
}`;

/** Swaps a folder for a link in another thread, as fast as it can: what was checked is not what is opened. */
export async function swapFolder({
  root,
  outside,
  content,
}: ContainmentTree): Promise<SwappedFolder> {
  const [resting, way] = [join(root, "resting"), join(root, "way")];
  await mkdir(resting);
  await writeFile(join(resting, "note.txt"), content);
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SWAPPER, {
    eval: true,
    workerData: { resting, way, outside, stopped },
  });
  const ended = once(worker, "exit");
  const stop = async () => {
    Atomics.store(stopped, 0, 1);
    await ended;
  };
  afterTest(stop);
  await once(worker, "message");
  return { folder: way, file: "way/note.txt", stop };
}
