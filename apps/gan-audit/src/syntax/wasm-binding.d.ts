// The part of @ast-grep/wasm that can be given its program; the package's main module imports it as a file.
declare module "@ast-grep/wasm/wasm_bg.js" {
  export * from "@ast-grep/wasm";
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

// Node has it, and its types leave it to those of browsers.
declare namespace WebAssembly {
  type Exports = { __wbindgen_start(): void };
  class Module {
    constructor(program: Uint8Array);
  }
  class Instance {
    readonly exports: Exports;
    constructor(module: Module, imports: Readonly<Record<string, object>>);
  }
}
