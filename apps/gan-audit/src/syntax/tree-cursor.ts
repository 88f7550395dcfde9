import type { TreeNode } from "./tree-node.ts";

/** A cursor as ast-grep moves it. It never frees its cursors, and these need not be freed. */
export class TreeCursor {
  readonly #top: TreeNode;
  #current: TreeNode;

  constructor(top: TreeNode, current = top) {
    this.#top = top;
    this.#current = current;
  }

  get currentNode(): TreeNode {
    return this.#current;
  }

  get currentFieldId(): number {
    const { parent, position } = this.#current;
    return this.#current === this.#top ? 0 : (parent?.fieldIds[position] ?? 0);
  }

  copy(): TreeCursor {
    return new TreeCursor(this.#top, this.#current);
  }

  gotoFirstChild(): boolean {
    return this.#moveTo(this.#current.child(0));
  }

  gotoNextSibling(): boolean {
    return this.#current !== this.#top && this.#moveTo(this.#current.nextSibling);
  }

  #moveTo(node: TreeNode | null): boolean {
    if (node) this.#current = node;
    return node !== null;
  }
}
