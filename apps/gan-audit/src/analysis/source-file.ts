import type { Node } from "./node.ts";
import { type Family, familyOf, type Language } from "../domain/languages.ts";
import { go } from "./grammars/go.ts";
import type { Binding, Grammar } from "./grammars/grammar.ts";
import { java } from "./grammars/java.ts";
import { javascript } from "./grammars/javascript.ts";
import { python } from "./grammars/python.ts";

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
  #timesGivenUp = 0;

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

  /** Assignments to `name` in this scope, in text order. */
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

  /** Assignments to `name` before an offset, in text order. */
  bindingsBefore(scope: Node, name: string, at: number): readonly Binding[] {
    const all = this.bindings(scope, name);
    return all.slice(0, all.findLastIndex((binding) => binding.at < at) + 1);
  }

  /** Assignments that may have given a variable its value where it is used. */
  bindingsAt(scope: Node, use: Node): readonly Binding[] {
    return this.bindingsBefore(scope, use.text(), use.range().start.index).filter(
      ({ value }) => !contains(value, use),
    );
  }

  /** Remembers that a value was too involved to follow, so that a rule's silence about it proves nothing. */
  giveUp(): void {
    this.#timesGivenUp += 1;
  }

  get timesGivenUp(): number {
    return this.#timesGivenUp;
  }
}

function contains(outer: Node, inner: Node): boolean {
  const whole = outer.range();
  const part = inner.range();
  return whole.start.index <= part.start.index && part.end.index <= whole.end.index;
}
