import * as astGrep from "@ast-grep/wasm/wasm_bg.js";
import { __wbg_set_wasm as setProgram } from "@ast-grep/wasm/wasm_bg.js";
import { Language, Parser, type Tree } from "web-tree-sitter";
import type { Node } from "../analysis/node.ts";
import type { ReadProgram } from "../engines/read-program.ts";
import { SyntaxTree } from "./syntax-tree.ts";

export type AstGrep = {
  /** Makes a grammar known; fails when it cannot be read. */
  learn(grammar: string): Promise<void>;
  /** Parses a text in a grammar that was learnt; the tree lasts as long as it is looked at. */
  parse<Result>(grammar: string, text: string, look: (root: Node) => Result): Result;
};

const loadLanguage = Language.load.bind(Language);
const parseText = Parser.prototype.parse;

/** Starts ast-grep's WebAssembly build, once in a process. */
export async function startAstGrep(read: ReadProgram): Promise<AstGrep> {
  const [program, wasmBinary] = await Promise.all([read("ast-grep"), read("tree-sitter")]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), {
    "./wasm_bg.js": astGrep,
  });
  setProgram(exports);
  exports["__wbindgen_start"]?.();
  await Parser.init({ wasmBinary });
  await astGrep.initializeTreeSitter();
  const latestTree = standBetween(read);
  return {
    learn: (grammar) => astGrep.registerDynamicLanguage({ [grammar]: { libraryPath: grammar } }),
    parse(grammar, text, look) {
      const matched = astGrep.parse(grammar, text);
      const tree = latestTree();
      tree.matchWith(matched);
      try {
        return look(tree.nodeOf(tree.rootNode));
      } finally {
        tree.free();
      }
    },
  };
}

/** Ast-grep asks web-tree-sitter for grammars by path, and for trees that it never frees: it gets ours of both. */
function standBetween(read: ReadProgram): () => SyntaxTree {
  let latest: SyntaxTree | undefined;
  Language.load = async (grammar) => loadLanguage(await read(String(grammar)));
  Parser.prototype.parse = function parse(source, ...rest) {
    const parsed = parseText.call(this, source, ...rest);
    if (!parsed || !this.language) return null;
    latest = new SyntaxTree(parsed, String(source), this.language);
    return latest as unknown as Tree;
  };
  return () => {
    if (!latest) throw new Error("The text could not be parsed");
    return latest;
  };
}
