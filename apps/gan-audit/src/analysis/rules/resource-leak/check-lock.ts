import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";

/** Whether a lock is released even when something fails in between; `form` finds its name. */
export function checkLock(
  node: Node,
  form: RegExp,
  file: SourceFile,
  always: (lock: string) => RegExp,
): Hit | undefined {
  const lock = form.exec(node.text())?.[1];
  const scope = file.enclosingFunction(node);
  if (
    lock === undefined ||
    !scope ||
    /__enter__|acquire|lock$/i.test(scope.field("name")?.text() ?? "")
  )
    return undefined;
  return always(escapeForRegex(lock)).test(scope.text())
    ? undefined
    : {
        message:
          "An error on the way leaves this locked for ever; release it in a block that always runs.",
      };
}
