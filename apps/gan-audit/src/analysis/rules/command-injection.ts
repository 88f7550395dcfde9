import type { Node } from "../node.ts";
import { ALLOW_LIST, isGuarded } from "../flow/guard.ts";
import { expand } from "../flow/expand.ts";
import { isInput, originOf } from "../flow/origin.ts";
import type { Call } from "../grammars/grammar.ts";
import { callRule, type Hit, nodeRule, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const MESSAGE =
  "Input becomes part of a shell command; run the program directly with a list of arguments, without a shell.";
const SHELL =
  /^["'`]?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh["'`]?$|^["'`]?(?:cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)["'`]?$/;

/** A command line with anything in it that is not a constant. */
function judgeCommand(command: Node | undefined, file: SourceFile): Hit | undefined {
  if (!command) return undefined;
  const origin = originOf(command, file);
  if (origin === "constant") return undefined;
  if (isGuarded(command, command, file, ALLOW_LIST)) return undefined;
  const isBuilt = expand(command, file).length > 1;
  return { severity: isInput(command, file) || isBuilt ? "critical" : "major" };
}

/** `sh -c <command>`, written as a list or as separate arguments. */
function afterShell(words: readonly Node[], file: SourceFile): Hit | undefined {
  const at = words.findIndex((word) => SHELL.test(word.text()));
  if (at === -1) return undefined;
  const rest = words.slice(at + 1).filter((word) => !/^["'`][-/]\w+["'`]$/.test(word.text()));
  // A POSIX shell does not parse the arguments after its command.
  const commands = /sh["'`]?$/.test(words[at]?.text() ?? "") ? rest.slice(0, 1) : rest;
  return commands.map((command) => judgeCommand(command, file)).find((hit) => hit !== undefined);
}

function elementsOf(node: Node | undefined, file: SourceFile): Node[] {
  if (!node) return [];
  const inner = file.grammar.unwrap(node);
  if (file.grammar.collections.has(inner.kind())) {
    const body = inner.field("body") ?? inner.field("value") ?? inner;
    return body
      .namedChildren()
      .map((one) => (one.kind() === "literal_element" ? (one.child(0) ?? one) : one));
  }
  const call = file.grammar.call(inner);
  if (call && /^(ArrayList|LinkedList)$/.test(call.name)) return elementsOf(call.args[0], file);
  return call && /^(of|asList)$/.test(call.name) ? call.args : [];
}

function resolveList(node: Node | undefined, file: SourceFile): Node[] {
  if (!node) return [];
  const direct = elementsOf(node, file);
  if (direct.length > 0 || !file.grammar.identifiers.has(node.kind())) return direct;
  const scope = file.enclosingFunction(node) ?? file.root;
  return file.bindings(scope, node.text()).flatMap(({ value, adds }) => {
    const elements = elementsOf(value, file);
    return adds && elements.length === 0 ? [value] : elements;
  });
}

const isShellTrue = (args: readonly Node[]): boolean =>
  args.some(
    (argument) =>
      argument.kind() === "object" && /\bshell\s*:\s*(true|["'`])/.test(argument.text()),
  );

function checkJavascript({ callee, name, args }: Call, file: SourceFile): Hit | undefined {
  if (/^(exec|execSync)$/.test(name)) {
    const receiver = callee.slice(0, -name.length - 1);
    const isOurs =
      receiver === ""
        ? /child_process|shelljs|execSync/.test(file.text)
        : /^(child_?process|cp|childProcess|proc|shell|shelljs|sh|require\(["'](node:)?child_process["']\))$/i.test(
            receiver,
          );
    return isOurs ? judgeCommand(args[0], file) : undefined;
  }
  if (
    /^(execAsync|execPromise|execaCommand|execaCommandSync|execP|execCommand|asyncExec)$/.test(name)
  )
    return judgeCommand(args[0], file);
  const viaShell = afterShell([...args.slice(0, 1), ...resolveList(args[1], file)], file);
  if (viaShell) return viaShell;
  if (isShellTrue(args))
    return args
      .slice(0, 1)
      .concat(resolveList(args[1], file))
      .map((one) => judgeCommand(one, file))
      .find((hit) => hit !== undefined);
  const [program] = args;
  return program && isInput(program, file) ? judgeCommand(program, file) : undefined;
}

function checkPython({ callee, name, args, named }: Call, file: SourceFile): Hit | undefined {
  if (/^(system|popen)$/.test(name) && !/^(os|commands|popen2)\./.test(callee)) return undefined;
  if (/^(system|popen|getoutput|getstatusoutput|create_subprocess_shell|exec_command)$/.test(name))
    return judgeCommand(args[0], file);
  if (name === "run" && !/subprocess|^run$/.test(callee)) return undefined;
  const [command] = args;
  const words = resolveList(command, file);
  const viaShell = afterShell(words, file);
  if (viaShell) return viaShell;
  const shell = named.get("shell");
  if (shell?.text() === "True") return judgeCommand(command, file);
  return command && words.length === 0 && isInput(command, file)
    ? judgeCommand(command, file)
    : undefined;
}

function checkGo({ callee, args }: Call, file: SourceFile): Hit | undefined {
  if (!/^(exec\.Command(Context)?|syscall\.Exec|os\.StartProcess)$/.test(callee)) return undefined;
  const words = args.flatMap((argument) => {
    const list = resolveList(file.grammar.unwrap(argument), file);
    return list.length > 0 ? list : [argument];
  });
  const viaShell = afterShell(words, file);
  if (viaShell) return viaShell;
  const program = args[callee.endsWith("Context") ? 1 : 0];
  return program && isInput(program, file) ? judgeCommand(program, file) : undefined;
}

function checkJava({ callee, name, args }: Call, file: SourceFile): Hit | undefined {
  if (name === "exec" && !/(getRuntime\(\)|runtime|rt|Runtime)\.exec$/i.test(callee))
    return undefined;
  if (name === "command" && !/builder|pb/i.test(callee)) return undefined;
  const lists = args.flatMap((argument) => resolveList(argument, file));
  const viaShell = afterShell([...args, ...lists], file);
  if (viaShell) return viaShell;
  const [command] = args;
  if (!command || lists.length > 0) return undefined;
  const isLine = name === "exec" || expand(command, file).length > 1 || isInput(command, file);
  return isLine && args.length === 1 && !/\[\]|List/.test(typeOf(command, file))
    ? judgeCommand(command, file)
    : undefined;
}

/** The declared type of a parameter; an array or list is not a command line. */
function typeOf(node: Node, file: SourceFile): string {
  const fn = file.enclosingFunction(node);
  return fn ? (file.grammar.parameter(fn, node.text())?.type ?? "") : "";
}

const CHECKS = { javascript: checkJavascript, python: checkPython, go: checkGo, java: checkJava };

/** `const run = promisify(exec)` gives exec another name. */
function isPromisifiedExec(callee: Node, file: SourceFile): boolean {
  if (callee.kind() !== "identifier") return false;
  return file
    .scopes(callee)
    .some((scope) =>
      file
        .bindings(scope, callee.text())
        .some(({ value }) => /\bpromisify\(\s*(\w+\.)?exec\s*\)/.test(value.text())),
    );
}

export const commandInjection: readonly Rule[] = [
  callRule({
    id: "command-injection",
    category: "command-injection",
    severity: "critical",
    message: MESSAGE,
    calls: {
      javascript: `
        exec execSync execAsync execPromise execP execCommand asyncExec execaCommand
        execaCommandSync spawn spawnSync execFile execFileSync execa`,
      python: `
        system popen getoutput getstatusoutput create_subprocess_shell exec_command run call
        check_call check_output Popen`,
      go: "Command CommandContext Exec StartProcess",
      java: "exec ProcessBuilder command",
    },
    check: (call, _node, file) => CHECKS[file.family](call, file),
  }),
  nodeRule({
    id: "command-injection/promisified",
    category: "command-injection",
    severity: "critical",
    message: MESSAGE,
    hint: /promisify\(\s*(\w+\.)?exec\s*\)/,
    nodes: {
      javascript: [{ kind: "call_expression", has: { field: "function", kind: "identifier" } }],
    },
    check(node, file) {
      const call = file.grammar.call(node);
      const callee = node.field("function");
      const isKnown = call === undefined || callee === null || call.name.startsWith("exec");
      return isKnown || !isPromisifiedExec(callee, file)
        ? undefined
        : judgeCommand(call.args[0], file);
    },
  }),
];
