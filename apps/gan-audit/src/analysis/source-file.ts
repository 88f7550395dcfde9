import type { Node } from "./node.ts";
import { type Family, familyOf, type Language } from "../domain/languages.ts";
import { go } from "./grammars/go.ts";
import type { Binding, Grammar } from "./grammars/grammar.ts";
import { java } from "./grammars/java.ts";
import { javascript } from "./grammars/javascript.ts";
import { python } from "./grammars/python.ts";

const MOST_BINDINGS = 40;

const GRAMMARS: Readonly<Record<Family, Grammar>> = { javascript, python, go, java };

/** A parsed text, and what was already found out about it. */
export class SourceFile {
  readonly path: string;
  readonly language: Language;
  readonly family: Family;
  readonly grammar: Grammar;
  readonly text: string;
  readonly root: Node;
  readonly #bindings = new Map<string, readonly Binding[]>();

  constructor(path: string, language: Language, text: string, root: Node) {
    this.path = path;
    this.language = language;
    this.family = familyOf(language);
    this.grammar = GRAMMARS[this.family];
    this.text = text;
    this.root = root;
  }

  enclosingFunction(node: Node): Node | undefined {
    return node.ancestors().find((one) => this.grammar.functions.has(one.kind()));
  }

  /** The functions around a node from the inside out, and last the file itself. */
  scopes(node: Node): Node[] {
    const functions = node.ancestors().filter((one) => this.grammar.functions.has(one.kind()));
    return [...functions, this.root];
  }

  /** What gives `name` a value in this scope, in the order of the text. */
  bindings(scope: Node, name: string): readonly Binding[] {
    const key = `${scope.id()}:${name}`;
    const known = this.#bindings.get(key);
    if (known) return known;
    const { grammar } = this;
    const found = scope
      .findAll({ rule: grammar.bindings(name) })
      .flatMap((binding) => grammar.valueOf(binding, name) ?? [])
      .toSorted((left, right) => left.at - right.at);
    this.#bindings.set(key, found);
    return found;
  }

  /** The last that give `name` a value before an offset; nobody means those before them. */
  bindingsBefore(scope: Node, name: string, at: number): readonly Binding[] {
    const all = this.bindings(scope, name);
    const later = all.findLastIndex((binding) => binding.at < at) + 1;
    return all.slice(Math.max(0, later - MOST_BINDINGS), later);
  }

  lineText(line: number): string {
    return this.text.split("\n", line)[line - 1] ?? "";
  }
}
