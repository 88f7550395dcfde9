import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Call } from "../../grammars/grammar.ts";
import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { judgeRelease, targetOf } from "./judge-release.ts";

export function checkGo(
  { callee, name, args }: Call,
  node: Node,
  file: SourceFile,
): Hit | undefined {
  if (/^(Lock|RLock)$/.test(name)) {
    if (args.length > 0) return undefined;
    const lock = escapeForRegex(callee.replace(/\.R?Lock$/, ""));
    const scope = file.enclosingFunction(node);
    return scope &&
      !new RegExp(`\\b${lock}\\.R?Unlock\\(`).test(scope.text()) &&
      !/^(Lock|acquire)/i.test(scope.field("name")?.text() ?? "")
      ? { message: "This lock is never released here; defer its Unlock." }
      : undefined;
  }
  if (/^(WithCancel|WithTimeout|WithDeadline)$/.test(name)) return checkCancel(node, file);
  const isOpener =
    /^(os\.(Open|Create|OpenFile|CreateTemp)|net\.(Dial|DialTimeout|Listen)|http\.(Get|Post|PostForm|Head)|[\w.]*[cC]lient\.(Do|Get|Post)|\w*(db|DB|tx|conn|pool|stmt)\.(Query|QueryContext|Queryx)|gzip\.NewReader|zip\.OpenReader|time\.NewTicker|sql\.Open|\w*(db|DB)\.(Begin|BeginTx|Conn)|ioutil\.TempFile|os\.Pipe)$/.test(
      callee,
    );
  return isOpener && callee !== "sql.Open"
    ? (judgeRelease(node, file) ?? checkLoop(node, file))
    : undefined;
}

/** A call deferred in a loop waits for the end of the function. */
function checkLoop(node: Node, file: SourceFile): Hit | undefined {
  const scope = file.enclosingFunction(node)?.id();
  const around = node.ancestors();
  const inside = around.slice(0, around.findIndex((one) => one.id() === scope) + 1);
  const loop = inside.find((one) => one.kind() === "for_statement")?.text();
  const name = escapeForRegex(targetOf(node, file) ?? "");
  return loop && name !== "" && new RegExp(`\\bdefer\\s+${name}\\.`).test(loop)
    ? {
        severity: "minor",
        message:
          "What is deferred in a loop stays open until the function ends; close it in each turn.",
      }
    : undefined;
}

function checkCancel(node: Node, file: SourceFile): Hit | undefined {
  const holder = node.ancestors().find((one) => /short_var|assignment_statement/.test(one.kind()));
  const cancel = holder?.field("left")?.namedChildren()[1]?.text();
  const scope = file.enclosingFunction(node);
  if (cancel === undefined || !scope) return undefined;
  if (cancel === "_")
    return { message: "Without its cancel function this context is never released." };
  const uses = scope.text().match(new RegExp(`\\b${escapeForRegex(cancel)}\\b`, "g"))?.length ?? 0;
  return uses > 1 ? undefined : { message: "The cancel function is never called; defer it." };
}
