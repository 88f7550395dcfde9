import fs from "node:fs";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterTest } from "./after-test.ts";

type Syncs = {
  /** Real paths in the order in which they were brought to the disk; Linux alone tells the path of a descriptor. */
  readonly paths: string[];
};

/** Records until the end of the test what this process brings to the disk by fsync. */
export async function recordSyncs(): Promise<Syncs> {
  const paths: string[] = [];
  const record = (descriptor: number) => paths.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    record(descriptor);
  };
  syncBuiltinESMExports();
  const handle = await open("/", "r");
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function recorded() {
    await sync.call(this);
    record(this.fd);
  };
  afterTest(() => {
    fs.fsyncSync = fsyncSync;
    prototype.sync = sync;
    syncBuiltinESMExports();
  });
  return { paths };
}
