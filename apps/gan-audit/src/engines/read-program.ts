import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** Gives a WebAssembly program by its name. */
export type ReadProgram = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

const decompress = promisify(brotliDecompress);

/** Reads the programs that the build has compressed into a folder. */
export const programsIn =
  (folder: URL): ReadProgram =>
  async (name) =>
    new Uint8Array(await decompress(await readFile(new URL(`${name}.wasm.br`, folder))));
