import type { Language, Node as ParsedNode, Point } from "web-tree-sitter";
import { TreeCursor } from "./tree-cursor.ts";

/** The data that all nodes of one tree share. */
export type TreeFacts = { source: string; language: Language; nodes: TreeNode[] };

/**
 * A node with the properties of web-tree-sitter's that ast-grep reads. Those are created again at every step and ask the
 * parser for everything; these are made once, remember what they were told, and are found again by their id.
 */
export class TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** Among the children of its parent. */
  readonly position: number;
  readonly startIndex: number;
  readonly startPosition: Point;
  readonly #parsed: ParsedNode;
  readonly #facts: TreeFacts;
  readonly #byField = new Map<number, TreeNode | null>();
  #typeId: number | undefined;
  #isNamed: boolean | undefined;
  #endIndex: number | undefined;
  #text: string | undefined;
  #children: TreeNode[] | undefined;
  #fieldIds: number[] | undefined;

  constructor(parsed: ParsedNode, facts: TreeFacts, parent: TreeNode | null, position: number) {
    this.id = facts.nodes.push(this) - 1;
    this.parent = parent;
    this.position = position;
    this.startIndex = parsed.startIndex;
    this.startPosition = parsed.startPosition;
    this.#parsed = parsed;
    this.#facts = facts;
  }

  get typeId(): number {
    return (this.#typeId ??= this.#parsed.typeId);
  }

  get type(): string {
    return this.#facts.language.types[this.typeId] ?? "ERROR";
  }

  get isNamed(): boolean {
    return (this.#isNamed ??= this.#parsed.isNamed);
  }

  get isMissing(): boolean {
    return this.#parsed.isMissing;
  }

  get hasError(): boolean {
    return this.#parsed.hasError;
  }

  get endIndex(): number {
    return (this.#endIndex ??= this.#parsed.endIndex);
  }

  get endPosition(): Point {
    return this.#parsed.endPosition;
  }

  get text(): string {
    return (this.#text ??= this.#facts.source.slice(this.startIndex, this.endIndex));
  }

  get children(): TreeNode[] {
    return (this.#children ??= this.#parsed.children.map(
      (child, position) => new TreeNode(child, this.#facts, this, position),
    ));
  }

  get childCount(): number {
    return this.children.length;
  }

  get namedChildCount(): number {
    return this.children.filter(({ isNamed }) => isNamed).length;
  }

  get nextSibling(): TreeNode | null {
    return this.parent?.child(this.position + 1) ?? null;
  }

  get previousSibling(): TreeNode | null {
    return this.parent?.child(this.position - 1) ?? null;
  }

  /** The field of each child; 0 for a child that is in none. */
  get fieldIds(): readonly number[] {
    return (this.#fieldIds ??= readFieldIds(this.#parsed));
  }

  child(position: number): TreeNode | null {
    return this.children[position] ?? null;
  }

  childForFieldId(fieldId: number): TreeNode | null {
    const known = this.#byField.get(fieldId);
    if (known !== undefined) return known;
    const parsed = this.#parsed.childForFieldId(fieldId);
    const found = this.children.find((child) => child.#parsed.id === parsed?.id) ?? null;
    this.#byField.set(fieldId, found);
    return found;
  }

  childForFieldName(name: string): TreeNode | null {
    const fieldId = this.fieldIdOf(name);
    return fieldId === -1 ? null : this.childForFieldId(fieldId);
  }

  fieldIdOf(name: string): number {
    return this.#facts.language.fields.indexOf(name);
  }

  walk(): TreeCursor {
    return new TreeCursor(this);
  }
}

function readFieldIds(parsed: ParsedNode): number[] {
  const fieldIds: number[] = [];
  const cursor = parsed.walk();
  for (let isThere = cursor.gotoFirstChild(); isThere; isThere = cursor.gotoNextSibling())
    fieldIds.push(cursor.currentFieldId);
  cursor.delete();
  return fieldIds;
}
