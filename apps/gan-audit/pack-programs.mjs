// Compresses the WebAssembly programs of the engines into dist/: a quarter of their size, and unpacked in a moment. Their
// notices are in NOTICE.md.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const PROGRAMS = {
  "ast-grep": "@ast-grep/wasm/wasm_bg.wasm",
  "tree-sitter": "web-tree-sitter/web-tree-sitter.wasm",
  go: "tree-sitter-go/tree-sitter-go.wasm",
  java: "tree-sitter-java/tree-sitter-java.wasm",
  python: "tree-sitter-python/tree-sitter-python.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  ruff: "@astral-sh/ruff-wasm-nodejs/ruff_wasm_bg.wasm",
};
// The best quality takes twenty times as long and saves another sixth.
const QUALITY = 5;

const { resolve } = createRequire(import.meta.url);
const compress = promisify(brotliCompress);

await Promise.all(
  Object.entries(PROGRAMS).map(async ([name, module]) => {
    const program = await readFile(resolve(module));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: program.length,
    };
    await writeFile(`dist/${name}.wasm.br`, await compress(program, { params }));
  }),
);
await copyFile(resolve("@astral-sh/ruff-wasm-nodejs/LICENSE"), "dist/ruff.LICENSE.txt");
