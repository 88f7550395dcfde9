import type { AstRule, Node } from "./node.ts";
import type { Category, Severity, TextEdit } from "../domain/finding.ts";
import type { Family } from "../domain/languages.ts";
import type { Call } from "./grammars/grammar.ts";
import type { SourceFile } from "./source-file.ts";

/** A rule's report on one place; `node` is set when the place is not the node that was checked. */
export type Hit = {
  node?: Node;
  message?: string;
  severity?: Severity;
  fix?: readonly TextEdit[];
};

type RuleHead = {
  id: string;
  category: Category;
  severity: Severity;
  message: string;
};

/** Looks at every call whose callee ends with one of the names. */
export type CallRule = RuleHead & {
  /** Names with blanks between them. */
  calls: Partial<Record<Family, string>>;
  check(call: Call, node: Node, file: SourceFile): boolean | Hit | undefined;
};

/** Looks at every node of a kind; the matcher may be narrower than the kind, and `check` decides. */
export type NodeRule = RuleHead & {
  /** A text without it is not searched. */
  hint: RegExp;
  nodes: Partial<Record<Family, readonly (AstRule & { kind: string })[]>>;
  check(node: Node, file: SourceFile): boolean | Hit | undefined;
};

export type Rule = CallRule | NodeRule;

export const callRule = (rule: CallRule): Rule => rule;

export const nodeRule = (rule: NodeRule): Rule => rule;
