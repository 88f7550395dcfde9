import type { SgNode, SgRoot } from "@ast-grep/wasm";
import type { Language, Tree } from "web-tree-sitter";
import { SyntaxNode } from "./syntax-node.ts";
import { TreeNode } from "./tree-node.ts";

/** A parsed text: the nodes that the rules walk on, and what ast-grep holds of them. */
export class SyntaxTree {
  /** Read by ast-grep. */
  readonly rootNode: TreeNode;
  readonly #parsed: Tree;
  readonly #nodes: TreeNode[] = [];
  readonly #known = new Map<TreeNode, SyntaxNode>();
  readonly #handles = new Map<TreeNode, SgNode>();
  #matched: SgRoot | undefined;

  constructor(parsed: Tree, source: string, language: Language) {
    this.#parsed = parsed;
    this.rootNode = new TreeNode(
      parsed.rootNode,
      { source, language, nodes: this.#nodes },
      null,
      0,
    );
  }

  /** Takes what ast-grep made of this tree. */
  matchWith(matched: SgRoot): void {
    this.#matched = matched;
    this.#handles.set(this.rootNode, matched.root());
  }

  nodeOf(node: TreeNode): SyntaxNode {
    const known = this.#known.get(node);
    if (known) return known;
    const made = new SyntaxNode(node, this);
    this.#known.set(node, made);
    return made;
  }

  /** The node of this tree for one that ast-grep has found, which is given back to it. */
  take(found: SgNode): SyntaxNode {
    const node = this.#nodes[found.id()] ?? this.rootNode;
    found.free();
    return this.nodeOf(node);
  }

  /** The same node in ast-grep's hands, which is reached from the nearest one that is there already. */
  handleOf(node: TreeNode): SgNode {
    const way: TreeNode[] = [];
    let at = node;
    while (!this.#handles.has(at) && at.parent) {
      way.push(at);
      at = at.parent;
    }
    let handle = this.#handles.get(at);
    for (const step of way.toReversed()) {
      handle = handle?.child(step.position);
      if (handle) this.#handles.set(step, handle);
    }
    if (!handle) throw new Error("ast-grep does not know this node");
    return handle;
  }

  /** Gives all memory back that is not JavaScript's. */
  free(): void {
    for (const handle of this.#handles.values()) handle.free();
    this.#matched?.free();
    this.#parsed.delete();
  }
}
