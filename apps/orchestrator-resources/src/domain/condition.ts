import { lookUp, type Path, readPath, type Scope, TemplateError } from "./template.ts";

/** A condition of a node, such as `nodes.test.exit_code == 0 && inputs.branch == "main"`. */
export type Condition =
  | { op: "value"; value: unknown }
  | { op: "name"; path: Path }
  | { op: "not"; of: Condition }
  | { op: "and" | "or" | Comparison; left: Condition; right: Condition };

const COMPARISONS = ["==", "!=", "<=", ">=", "<", ">", "contains"] as const;
type Comparison = (typeof COMPARISONS)[number];

const LITERAL = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|-?\d+(?:\.\d+)?(?![\w.])|(?:true|false|null)\b)/;

/** Reads a condition, or throws TemplateError with what is wrong. */
export function parseCondition(text: string): Condition {
  // Braces around names are as good as none.
  const reader = { rest: text.replaceAll(/\{\{|\}\}/g, " ") };
  const condition = either(reader);
  if (reader.rest.trim() !== "") throw unreadable(text, reader.rest);
  return condition;
}

/** The names that a condition looks at. */
export function pathsOfCondition(condition: Condition): Path[] {
  switch (condition.op) {
    case "value":
      return [];
    case "name":
      return [condition.path];
    case "not":
      return pathsOfCondition(condition.of);
    default:
      return [...pathsOfCondition(condition.left), ...pathsOfCondition(condition.right)];
  }
}

export function holds(condition: Condition, scope: Scope): boolean {
  return isTrue(evaluate(condition, scope));
}

type Reader = { rest: string };

function either(reader: Reader): Condition {
  let left = both(reader);
  while (take(reader, "||") || take(reader, "or ")) left = { op: "or", left, right: both(reader) };
  return left;
}

function both(reader: Reader): Condition {
  let left = comparison(reader);
  while (take(reader, "&&") || take(reader, "and "))
    left = { op: "and", left, right: comparison(reader) };
  return left;
}

function comparison(reader: Reader): Condition {
  const left = operand(reader);
  const op = COMPARISONS.find((sign) => take(reader, sign));
  return op === undefined ? left : { op, left, right: operand(reader) };
}

function operand(reader: Reader): Condition {
  if (take(reader, "!") || take(reader, "not ")) return { op: "not", of: operand(reader) };
  if (take(reader, "(")) {
    const inner = either(reader);
    if (!take(reader, ")")) throw new TemplateError(`a ")" is missing before "${reader.rest}"`);
    return inner;
  }
  const [literal] = LITERAL.exec(reader.rest.trimStart()) ?? [];
  if (literal !== undefined) {
    reader.rest = reader.rest.trimStart().slice(literal.length);
    const value: unknown = literal.startsWith("'") ? literal.slice(1, -1) : JSON.parse(literal);
    return { op: "value", value };
  }
  const found = readPath(reader.rest.trimStart());
  if (!found) throw unreadable(reader.rest, reader.rest);
  reader.rest = found.rest;
  return { op: "name", path: found.path };
}

function take(reader: Reader, sign: string): boolean {
  const rest = reader.rest.trimStart();
  if (!rest.startsWith(sign)) return false;
  reader.rest = rest.slice(sign.length);
  return true;
}

function unreadable(text: string, rest: string): TemplateError {
  return new TemplateError(
    `the condition cannot be read at "${rest.trim().slice(0, 40)}" of "${text.trim().slice(0, 200)}". ` +
      'Write for example nodes.test.exit_code == 0 && inputs.branch == "main"',
  );
}

function evaluate(condition: Condition, scope: Scope): unknown {
  switch (condition.op) {
    case "value":
      return condition.value;
    case "name":
      return lookUp(condition.path, scope) ?? null;
    case "not":
      return !holds(condition.of, scope);
    case "and":
      return holds(condition.left, scope) && holds(condition.right, scope);
    case "or":
      return holds(condition.left, scope) || holds(condition.right, scope);
    default:
      return compare(
        condition.op,
        evaluate(condition.left, scope),
        evaluate(condition.right, scope),
      );
  }
}

function compare(op: Comparison, left: unknown, right: unknown): boolean {
  if (op === "contains") return contains(left, right);
  const [one, other] = alike(left, right);
  if (op === "==") return one === other;
  if (op === "!=") return one !== other;
  if (typeof one !== typeof other || (typeof one !== "number" && typeof one !== "string"))
    return false;
  const [low, high] = [one as number, other as number];
  if (op === "<") return low < high;
  if (op === "<=") return low <= high;
  return op === ">" ? low > high : low >= high;
}

/** A program writes text: where the other side is a number or a boolean, the text is read as one. */
function alike(left: unknown, right: unknown): [unknown, unknown] {
  if (typeof left === "string" && typeof right !== "string") return [readAs(left, right), right];
  if (typeof right === "string" && typeof left !== "string") return [left, readAs(right, left)];
  if (typeof left === "object" && typeof right === "object")
    return [JSON.stringify(left), JSON.stringify(right)];
  return [left, right];
}

function readAs(text: string, other: unknown): unknown {
  if (typeof other === "number" && text.trim() !== "") return Number(text);
  if (typeof other === "boolean") return isTrue(text.trim());
  return other === null && text === "" ? null : text;
}

function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => compare("==", item, part));
  return typeof whole === "string" && whole.includes(String(part));
}

function isTrue(value: unknown): boolean {
  return !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === "" ||
    value === "false"
  );
}
