import type { AstRule, Node } from "../node.ts";

export type Call = {
  /** The whole callee without white space, such as `db.users.query`. */
  callee: string;
  /** Its last word, such as `query`. */
  name: string;
  receiver: Node | undefined;
  args: Node[];
  named: ReadonlyMap<string, Node>;
};

/** A text is joined from literal text and from expressions. */
export type Piece = { text: string } | { node: Node };

export type Binding = { value: Node; adds: boolean; at: number };

export type Parameter = { type: string; annotated: boolean };

/** The facts about a language that the rules and the data flow need. */
export type Grammar = {
  functions: ReadonlySet<string>;
  literals: ReadonlySet<string>;
  strings: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  identifiers: ReadonlySet<string>;
  /** Kinds of statements whose condition can guard what follows. */
  conditionals: readonly string[];
  /** Sees through parentheses, casts and `await`. */
  unwrap(node: Node): Node;
  call(node: Node): Call | undefined;
  callKinds: readonly string[];
  /** The last word of a call's callee, without the cost of reading the whole call. */
  calleeName(node: Node): string | undefined;
  /** Undefined unless the expression itself joins pieces to one text. */
  pieces(node: Node): Piece[] | undefined;
  /** The values that a conditional expression may have. */
  branches(node: Node): Node[] | undefined;
  /** The object whose member or element the expression is. */
  owner(node: Node): Node | undefined;
  /** Finds what gives the variable a value, inside a function or a file. */
  bindings(name: string): AstRule;
  valueOf(binding: Node, name: string): Binding | undefined;
  parameter(fn: Node, name: string): Parameter | undefined;
};
