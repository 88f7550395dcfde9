/** The part of ast-grep's rules that this server uses; the conditions of one object all hold. */
export type AstRule = {
  kind?: string;
  /** In the syntax of Rust. */
  regex?: string;
  any?: readonly AstRule[];
  all?: readonly AstRule[];
  not?: AstRule;
  has?: Relation;
  inside?: Relation;
};

type Relation = AstRule & { field?: string; stopBy?: "neighbor" | "end" };

type Position = { line: number; column: number; index: number };

export type Range = { start: Position; end: Position };

export type Matcher = { rule: AstRule };

/** A node of a syntax tree. */
export type Node = {
  id(): number;
  kind(): string;
  text(): string;
  range(): Range;
  isNamed(): boolean;
  /** Whether the parser had to skip or invent something in it. */
  hasError(): boolean;
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
