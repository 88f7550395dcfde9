import type { Matcher, Node, Range } from "../analysis/node.ts";
import type { SyntaxTree } from "./syntax-tree.ts";
import type { TreeNode } from "./tree-node.ts";

/** A node as the rules see it: walking costs nothing, and finding is done by ast-grep. */
export class SyntaxNode implements Node {
  readonly #node: TreeNode;
  readonly #tree: SyntaxTree;

  constructor(node: TreeNode, tree: SyntaxTree) {
    this.#node = node;
    this.#tree = tree;
  }

  id(): number {
    return this.#node.id;
  }

  kind(): string {
    return this.#node.type;
  }

  text(): string {
    return this.#node.text;
  }

  range(): Range {
    const { startIndex, startPosition, endIndex, endPosition } = this.#node;
    return {
      start: { line: startPosition.row, column: startPosition.column, index: startIndex },
      end: { line: endPosition.row, column: endPosition.column, index: endIndex },
    };
  }

  isNamed(): boolean {
    return this.#node.isNamed;
  }

  hasError(): boolean {
    return this.#node.hasError;
  }

  field(name: string): Node | null {
    return this.#orNull(this.#node.childForFieldName(name));
  }

  fieldChildren(name: string): Node[] {
    const fieldId = this.#node.fieldIdOf(name);
    return this.children().filter((_, position) => this.#node.fieldIds[position] === fieldId);
  }

  child(position: number): Node | null {
    return this.#orNull(this.#node.child(position));
  }

  children(): Node[] {
    return this.#node.children.map((child) => this.#tree.nodeOf(child));
  }

  namedChildren(): Node[] {
    return this.children().filter((child) => child.isNamed());
  }

  parent(): Node | null {
    return this.#orNull(this.#node.parent);
  }

  ancestors(): Node[] {
    const found: Node[] = [];
    for (let at = this.#node.parent; at; at = at.parent) found.push(this.#tree.nodeOf(at));
    return found;
  }

  nextAll(): Node[] {
    return (
      this.parent()
        ?.children()
        .slice(this.#node.position + 1) ?? []
    );
  }

  has(matcher: Matcher): boolean {
    return this.#tree.handleOf(this.#node).has(matcher);
  }

  find(matcher: Matcher): Node | null {
    const found = this.#tree.handleOf(this.#node).find(matcher);
    return found ? this.#tree.take(found) : null;
  }

  findAll(matcher: Matcher): Node[] {
    const found = this.#tree.handleOf(this.#node).findAll(matcher);
    return found.map((node) => this.#tree.take(node));
  }

  #orNull(node: TreeNode | null): Node | null {
    return node && this.#tree.nodeOf(node);
  }
}
