import type { Node } from "../node.ts";
import { isInput, originOf } from "../flow/origin.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const MESSAGE =
  "A key that comes from data is assigned without refusing __proto__, constructor and prototype; refuse them, or use a Map or Object.create(null).";
const COUNTER = /^(i|j|k|n|x|y|z|row|col|column|index|idx|pos|position|offset|\d+)$/i;

/** The function refuses the dangerous keys, or writes where they do no harm. */
function refusesKeys(scope: Node, file: SourceFile): boolean {
  const text = scope.text();
  if (
    /Object\.create\(\s*null\s*\)|\bnew Map\b|__proto__["'`]|["'`]constructor["'`]|Object\.defineProperty|\bhasOwn(?:Property\.call)?\(\s*(?:target|dest|dst|obj|object|current|cursor|node|out|result|cur)\b/.test(
      text,
    )
  )
    return true;
  return (
    /["'`]__proto__["'`]/.test(file.text) &&
    /\.(has|includes|test)\(|is(Un)?[sS]afe\w*\(|===/.test(text)
  );
}

/** `a[k] = …` where `a` was reached by walking keys, or where the value is merged in depth. */
function checkAssignment(node: Node, file: SourceFile): Hit | undefined {
  const left = node.field("left");
  if (left?.kind() !== "subscript_expression") return undefined;
  const object = left.field("object");
  const key = left.field("index");
  if (!object || !key || isHarmless(key, file)) return undefined;
  const scope = file.enclosingFunction(node);
  if (!scope || refusesKeys(scope, file)) return undefined;
  if (originOf(key, file) === "request" && !isOwnCollection(object, file))
    return { severity: "major" };
  const outer = object.kind() === "subscript_expression" ? object.field("index") : null;
  if (outer && !isHarmless(outer, file) && isData(outer, file) && isData(key, file)) return {};
  if (isWalked(object, scope)) return {};
  return isDeepMerge(node, key, scope) ? {} : undefined;
}

const isData = (node: Node, file: SourceFile): boolean =>
  /parameter|request/.test(originOf(node, file));

function isHarmless(key: Node, file: SourceFile): boolean {
  if (isInput(key, file)) return false;
  if (
    (COUNTER.test(key.text()) && !isNameOfProperty(key)) ||
    /^(number|string|template_string|unary_expression|update_expression)$/.test(key.kind())
  )
    return !key.has({ rule: { kind: "template_substitution" } });
  const parameter = file.enclosingFunction(key);
  const type = parameter ? file.grammar.parameter(parameter, key.text())?.type : undefined;
  return type === "number" || originOf(key, file) === "constant";
}

/** `for (const k in source)`: whatever it is called, it is a key. */
const isNameOfProperty = (key: Node): boolean =>
  key
    .ancestors()
    .some(
      (one) =>
        one.kind() === "for_in_statement" &&
        one.field("left")?.text() === key.text() &&
        (one.field("operator")?.text() === "in" ||
          /^Object\.(keys|entries)\(/.test(one.field("right")?.text() ?? "")),
    );

/** An array or a map that this function has just made takes any key without harm beyond itself. */
function isOwnCollection(object: Node, file: SourceFile): boolean {
  const scope = file.enclosingFunction(object) ?? file.root;
  return file
    .bindings(scope, object.text())
    .some(({ value }) => /^\[|Object\.create\(null\)/.test(value.text()));
}

/** `current = current[part]` in a loop or a reduce: the path leads anywhere. */
function isWalked(object: Node, scope: Node): boolean {
  if (object.kind() !== "identifier") return false;
  const name = escapeForRegex(object.text());
  const walks = new RegExp(
    `\\b${name}\\s*=\\s*(?:\\(?\\s*)?${name}\\s*\\[\\s*(?!\\d|["'\`])|\\b${name}\\s*=[^=;]*\\.reduce\\(|\\b${name}\\s*=\\s*${name}\\[[^\\]]+\\]\\s*(?:\\?\\?=|\\|\\|=|=)`,
  );
  return walks.test(scope.text()) || isReduced(object.text(), scope);
}

/** `keys.reduce((node, key) => { node[key] = …; return node[key]; }, root)` */
function isReduced(name: string, scope: Node): boolean {
  const called = scope.parent()?.parent()?.field("function")?.text() ?? "";
  const first = scope.field("parameters")?.namedChildren()[0];
  const steps = new RegExp(`\\breturn\\s+\\(?${escapeForRegex(name)}\\s*\\[`);
  return (
    called.endsWith(".reduce") &&
    (first?.field("pattern") ?? first)?.text() === name &&
    steps.test(scope.text())
  );
}

/** A function that calls itself with the values of two objects under one key. */
function isDeepMerge(node: Node, key: Node, scope: Node): boolean {
  const loop = node
    .ancestors()
    .find(
      (one) =>
        one.kind() === "for_in_statement" || one.field("function")?.text().endsWith(".forEach"),
    );
  if (!loop || !loop.text().includes(key.text())) return false;
  const name =
    nameOf(scope) ??
    scope
      .ancestors()
      .map(nameOf)
      .find((one) => one !== undefined);
  const text = (loop.ancestors().find((one) => nameOf(one) === name) ?? scope).text();
  return (
    name !== undefined &&
    new RegExp(
      `\\b${escapeForRegex(name)}\\s*\\([^)]*\\[\\s*${escapeForRegex(key.text())}\\s*\\]`,
    ).test(text.slice(text.indexOf("{")))
  );
}

function nameOf(scope: Node): string | undefined {
  if (!/function|method/.test(scope.kind())) return undefined;
  const own = scope.field("name")?.text();
  const holder = scope.parent();
  return (
    own ?? (holder?.kind() === "variable_declarator" ? holder.field("name")?.text() : undefined)
  );
}

export const prototypePollution: readonly Rule[] = [
  nodeRule({
    id: "prototype-pollution/assignment",
    category: "prototype-pollution",
    severity: "major",
    message: MESSAGE,
    hint: /\]\s*=[^=]/,
    nodes: {
      javascript: [
        { kind: "assignment_expression", has: { field: "left", kind: "subscript_expression" } },
      ],
    },
    check: checkAssignment,
  }),
  nodeRule({
    id: "prototype-pollution/reflect",
    category: "prototype-pollution",
    severity: "major",
    message:
      "Data decides about an object's prototype; build the object from the fields that you expect.",
    hint: /__proto__/,
    nodes: {
      javascript: [{ kind: "assignment_expression", has: { field: "left", regex: "__proto__" } }],
    },
    check: (node) => /(\.|\[["'`])__proto__/.test(node.field("left")?.text() ?? ""),
  }),
  callRule({
    id: "prototype-pollution/merge",
    category: "prototype-pollution",
    severity: "major",
    message:
      "A deep merge takes keys such as __proto__ from input; validate the input against a schema first.",
    calls: {
      javascript: `
        merge mergeWith defaultsDeep set setWith extend deepExtend deepMerge mergeDeep
        setPrototypeOf zipObjectDeep`,
    },
    check({ callee, name, args }, _node, file) {
      if (
        /^(set|setWith|merge|extend)$/.test(name) &&
        !/^(_|lodash|\$|jQuery|angular|objectPath|dotProp|R|hoek|Hoek|deepmerge)\./.test(callee) &&
        !/^(merge|extend)$/.test(callee)
      )
        return false;
      if (/^(extend)$/.test(name) && /^(\$|jQuery)\./.test(callee) && args[0]?.text() !== "true")
        return false;
      const inputs = /^(set|setWith)$/.test(name) ? args.slice(1, 2) : args;
      return inputs.some(
        (argument) =>
          originOf(argument, file) === "request" || /JSON\.parse\(/.test(argument.text()),
      );
    },
  }),
];
