// The part of @ast-grep/wasm that can be given its program; the package's main module imports it as a file.
declare module "@ast-grep/wasm/wasm_bg.js" {
  export * from "@ast-grep/wasm";
  function setProgram(exports: WebAssembly.Exports): void;
  export { setProgram as __wbg_set_wasm };
}

// Node has it, and its types leave it to those of browsers.
declare namespace WebAssembly {
  type Exports = Readonly<Record<string, () => void>>;
  const Module: new (program: Uint8Array) => object;
  const Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Exports };
}
