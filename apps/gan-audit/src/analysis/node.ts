import type { Rule as AstRule } from "@ast-grep/napi";

type Position = { line: number; column: number; index: number };

export type Matcher = { rule: AstRule };

/** A node of ast-grep's tree; its own type describes one grammar only, this one any. */
export type Node = {
  id(): number;
  kind(): string;
  text(): string;
  range(): { start: Position; end: Position };
  isNamed(): boolean;
  field(name: string): Node | null;
  fieldChildren(name: string): Node[];
  child(position: number): Node | null;
  children(): Node[];
  namedChildren(): Node[];
  parent(): Node | null;
  ancestors(): Node[];
  nextAll(): Node[];
  has(matcher: Matcher): boolean;
  find(matcher: Matcher): Node | null;
  findAll(matcher: Matcher): Node[];
};
