import type { Node } from "../node.ts";
import type { Family } from "../../domain/languages.ts";
import type { Call, Piece } from "../grammars/grammar.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import type { SourceFile } from "../source-file.ts";
import { isArgument, isRequest } from "./request-sources.ts";
import { CONVERSIONS, isSanitiser, PASS_THROUGH, TEXT_METHODS } from "./known-calls.ts";

/** Where a value comes from, from harmless to hostile. */
export type Origin = "constant" | "unknown" | "parameter" | "argument" | "request";

const RANK: Readonly<Record<Origin, number>> = {
  constant: 0,
  unknown: 1,
  parameter: 2,
  argument: 3,
  request: 4,
};
// Each step takes a few frames of the stack.
const DEEPEST = 150;
const MOST_STEPS = 20_000;
const MOST_PARTS = 500;

/** One search for an origin; one that was cut knows too little to be remembered. */
type Search = { depth: number; steps: number; isCut: boolean };

const known = new WeakMap<SourceFile, Map<number, Origin>>();

/**
 * The most hostile place that the value of an expression may come from, as far as this file shows. A search that is
 * given up answers "unknown", and the file remembers that it was.
 */
export function originOf(node: Node, file: SourceFile): Origin {
  return searchOrigin(node, file, { depth: 0, steps: 0, isCut: false });
}

function searchOrigin(node: Node, file: SourceFile, search: Search): Origin {
  const id = node.id();
  const ofFile = known.get(file) ?? new Map<number, Origin>();
  known.set(file, ofFile);
  const found = ofFile.get(id);
  if (found) return found;
  search.steps += 1;
  if (search.depth > DEEPEST || search.steps > MOST_STEPS) {
    search.isCut = true;
    file.giveUp();
    return "unknown";
  }
  search.depth += 1;
  const origin = originOfExpression(node, file, search);
  search.depth -= 1;
  if (!search.isCut || origin === "request") ofFile.set(id, origin);
  return origin;
}

function originOfExpression(node: Node, file: SourceFile, search: Search): Origin {
  const { grammar } = file;
  const inner = grammar.unwrap(node);
  const kind = inner.kind();
  if (grammar.literals.has(kind)) return "constant";
  const worst = (nodes: readonly Node[]) =>
    nodes.reduce<Origin>(
      (origin, one) => worse(origin, searchOrigin(one, file, search)),
      "constant",
    );
  const pieces = grammar.pieces(inner);
  if (pieces) return worst(nodesOf(pieces));
  if (grammar.strings.has(kind)) return "constant";
  const call = grammar.call(inner);
  const owner = grammar.owner(inner);
  if (isRequest(inner, file.family) && !(call && isList(call))) {
    // `req.query.length` is a field of the request, `req.body.ids.length` a number.
    const list = inner.text().endsWith(".length") && owner ? grammar.owner(owner) : undefined;
    return list && isRequest(list, file.family) ? "constant" : "request";
  }
  if (isArgument(inner, file.family)) return "argument";
  const branches = grammar.branches(inner);
  if (branches) return worst(branches);
  if (grammar.collections.has(kind)) return worst(inner.namedChildren());
  if (grammar.identifiers.has(kind)) return originOfName(inner, file, search);
  if (call) return originOfCall(call, file, worst);
  if (owner && inner.text().endsWith(".length")) return "constant";
  const ofOwner = owner ? searchOrigin(owner, file, search) : "unknown";
  if (!isHostile(ofOwner) && PROMISES_SAFETY.test(inner.text())) return "constant";
  if (owner) return ofOwner;
  if (/comprehension$|generator_expression$/.test(kind))
    return worst(inner.namedChildren().slice(0, 1));
  if (/^binary_(expression|operator)$/.test(kind)) return originOfOperation(inner, file, worst);
  return "unknown";
}

/** The name of a property that holds a number, or a value made safe elsewhere. */
const PROMISES_SAFETY = /\.(size|byteLength)$|[._]?(escaped|sanitized|sanitised|quoted)\w*$/i;

const isHostile = (origin: Origin): boolean => origin === "argument" || origin === "request";

/** Whether the user of the program, near or far, decides about the value. */
export const isInput = (node: Node, file: SourceFile): boolean => isHostile(originOf(node, file));

/** Whether input goes into the expression at all, be it through calls that nothing is known of. */
export function takesInput(node: Node, file: SourceFile, seen = new Set<number>()): boolean {
  const inner = file.grammar.unwrap(node);
  if (seen.has(inner.id())) return false;
  seen.add(inner.id());
  if (seen.size > MOST_PARTS || isInput(inner, file)) return true;
  const next = (one: Node) => takesInput(one, file, seen);
  if (file.grammar.identifiers.has(inner.kind()))
    return file
      .scopes(inner)
      .some((scope) => file.bindingsAt(scope, inner).some(({ value }) => next(value)));
  const call = file.grammar.call(inner);
  return call !== undefined && [...(call.receiver ? [call.receiver] : []), ...call.args].some(next);
}

function worse(left: Origin, right: Origin): Origin {
  return RANK[left] >= RANK[right] ? left : right;
}

function nodesOf(pieces: readonly Piece[]): Node[] {
  return pieces.flatMap((piece) => ("node" in piece ? [piece.node] : []));
}

/** Arithmetic makes numbers, which carry no injection; Python's repetition keeps the text it repeats. */
function originOfOperation(
  node: Node,
  { family }: SourceFile,
  worst: (nodes: readonly Node[]) => Origin,
): Origin {
  const left = node.field("left");
  const operator = node.field("operator")?.text();
  if (operator === "/" && left)
    return worst([left, ...[node.field("right")].filter((one) => one !== null)]);
  return operator === "*" && left && family === "python" ? worst([left]) : "constant";
}

function originOfCall(
  call: Call,
  file: SourceFile,
  worst: (nodes: readonly Node[]) => Origin,
): Origin {
  const { receiver, args } = call;
  if (CONVERSIONS[file.family].test(call.callee) || isSanitiser(call.callee)) return "constant";
  // From the top of the tree there is no way further up.
  if (/^(file)?path\.Clean$/.test(call.callee) && /^"\/"\s*\+/.test(args[0]?.text() ?? ""))
    return "constant";
  if (call.name.startsWith("replace") && /\\\\\$[&1]/.test(args[1]?.text() ?? ""))
    return "constant";
  const filled = filledWith(call);
  if (filled && worst([filled]) === "constant") return "constant";
  if (PASS_THROUGH[file.family].test(call.callee)) return worst([...args, ...call.named.values()]);
  if (receiver && args.length === 0 && /^(length|size)$/.test(call.name)) return "constant";
  if (receiver && TEXT_METHODS.test(call.name)) return worst([receiver, ...joinedArgument(call)]);
  if (receiver && worst([receiver]) === "request") return "request";
  return "unknown";
}

/** Calls that make a list or join one: its elements tell what it holds, not the list that it was made from. */
const isList = ({ receiver, name }: Call): boolean =>
  receiver !== undefined && /^(map|join|fill)$/.test(name);

/**
 * The value that every element of a new list gets: `ids.map(() => "?")`, `Array.from(ids, () => "?")`,
 * `Array(3).fill("?")`.
 */
function filledWith({ callee, name, args, receiver }: Call): Node | null | undefined {
  if (name === "fill" && /^(new )?Array\b/.test(receiver?.text() ?? "")) return args[0];
  return (callee === "Array.from" ? args[1] : name === "map" ? args[0] : undefined)?.field("body");
}

/** A list of Java that nothing but texts of the program are put into. */
function isListOfTexts(list: Node, file: SourceFile): boolean {
  const scope = file.enclosingFunction(list) ?? file.root;
  const added = new RegExp(`\\b${escapeForRegex(list.text())}\\.add(?:All)?\\(([^;]*)\\);`, "g");
  const given = [...scope.text().matchAll(added)].map(([, value = ""]) => value.trim());
  return given.length > 0 && given.every((value) => /^"[^"]*"$/.test(value));
}

function joinedArgument({ name, args }: Call): Node[] {
  return /^(join|replace|replaceAll|concat)$/.test(name) ? args.slice(name === "join" ? 0 : 1) : [];
}

const SAFE_TYPES: Readonly<Record<Family, RegExp>> = {
  javascript: /^(number|boolean|bigint|Date)$/,
  python: /^(int|float|bool|UUID|uuid\.UUID)$/,
  go: /^(u?int\d*|float\d+|bool|byte|time\.\w+|uuid\.UUID)$/,
  java: /^(byte|short|int|long|float|double|boolean|char|Integer|Long|Short|Double|Float|Boolean|UUID)$/,
};

function originOfName(node: Node, file: SourceFile, search: Search): Origin {
  const name = node.text();
  for (const scope of file.scopes(node)) {
    const bindings = file.bindingsAt(scope, node);
    search.steps += bindings.length;
    if (
      bindings.some(({ value }) => /^new \w*List</.test(value.text())) &&
      bindings.every(({ value, adds }) => adds || /^new \w*List</.test(value.text())) &&
      isListOfTexts(node, file)
    )
      return "constant";
    if (bindings.length > 0)
      return bindings.reduce<Origin>(
        (origin, { value }) => worse(origin, searchOrigin(value, file, search)),
        "constant",
      );
    const parameter = file.grammar.functions.has(scope.kind())
      ? file.grammar.parameter(scope, name)
      : undefined;
    if (!parameter) continue;
    if (isCallback(scope)) return isPosition(scope, name) ? "constant" : "unknown";
    if (parameter.annotated && !SAFE_TYPES[file.family].test(parameter.type)) return "request";
    return SAFE_TYPES[file.family].test(parameter.type) ? "constant" : "parameter";
  }
  return /^[A-Z][A-Z0-9_]+$/.test(name) ? "constant" : "unknown";
}

/** A function that is handed to another gets its arguments from there, not from the caller of this code. */
const isCallback = (scope: Node): boolean =>
  /^(arguments|argument_list)$/.test(scope.parent()?.kind() ?? "") &&
  !/^(\(|async \(|function)?\s*\(?\s*(req|request|ctx|context|event)\b/.test(scope.text());

/** `items.map((item, at) => …)`: what a list hands over second is a number. */
function isPosition(scope: Node, name: string): boolean {
  const called = scope.parent()?.parent()?.field("function")?.text() ?? "";
  const second = scope.field("parameters")?.namedChildren()[1];
  const isOver = /\.(map|flatMap|forEach|filter|some|every|find|findIndex)$/.test(called);
  return isOver && (second?.field("pattern") ?? second)?.text() === name;
}
