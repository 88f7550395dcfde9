import { walk } from "./parse-module.mjs";

/** Stands for a part that is known only when the program runs: a name, mostly, that is escaped. */
const UNKNOWN = "x";

/** The regular expressions of a module: literals, and `RegExp(…)` as far as its text can be read from the source. */
export function findExpressions({ file, text, program }) {
  const constants = constantsOf(program);
  const found = [];
  const add = ({ start }, source, flags) => {
    const line = text.slice(0, start).split("\n").length;
    found.push({ file, line, source, flags });
  };
  walk(program, (node) => {
    if (node.type === "Literal" && node.regex) add(node, node.regex.pattern, node.regex.flags);
    else if (isRegExpCall(node)) {
      const [source, flags] = node.arguments.map((argument) => textOf(argument, constants));
      // Nothing but what is known at run time: an expression that was built, and judged, elsewhere.
      if (source !== undefined && source !== UNKNOWN) add(node, source, flags ?? "");
    }
  });
  return found;
}

function isRegExpCall({ type, callee }) {
  return (type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp";
}

function constantsOf(program) {
  const constants = new Map();
  walk(program, (node) => {
    if (node.type !== "VariableDeclaration" || node.kind !== "const") return;
    for (const { id, init } of node.declarations)
      if (id.type === "Identifier" && init) constants.set(id.name, init);
  });
  return constants;
}

function textOf(node, constants, depth = 0) {
  const inner = (child) => textOf(child, constants, depth + 1);
  if (depth > 20) return UNKNOWN;
  if (node.type === "Literal") return node.regex?.pattern ?? String(node.value);
  if (node.type === "TemplateLiteral") return templateText(node, "cooked", inner);
  if (node.type === "TaggedTemplateExpression" && isStringRaw(node.tag))
    return templateText(node.quasi, "raw", inner);
  if (node.type === "BinaryExpression" && node.operator === "+")
    return inner(node.left) + inner(node.right);
  if (node.type === "MemberExpression" && node.property.name === "source")
    return inner(node.object);
  if (node.type === "Identifier" && constants.has(node.name))
    return inner(constants.get(node.name));
  return UNKNOWN;
}

function isStringRaw({ object, property }) {
  return object?.name === "String" && property?.name === "raw";
}

function templateText({ quasis, expressions }, form, inner) {
  return quasis
    .map(({ value }, index) => value[form] + (expressions[index] ? inner(expressions[index]) : ""))
    .join("");
}
