import type { Call } from "../../grammars/grammar.ts";
import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { judgeRelease } from "./judge-release.ts";

export function checkJavascript(
  { callee, name, receiver }: Call,
  node: Node,
  file: SourceFile,
): Hit | undefined {
  if (name === "useEffect" || name === "useLayoutEffect") return checkEffect(node);
  const owner = receiver?.text() ?? "";
  if (/^open(Sync)?$/.test(name) && !/^(fs|fsp|fsPromises|fs\.promises|promises|)$/.test(owner))
    return undefined;
  if (callee === "open" && !/fs\/promises/.test(file.text)) return undefined;
  if (/^(connect|acquire|getConnection)$/.test(name) && !/pool|cluster|datasource/i.test(owner))
    return undefined;
  if (name === "launch" && !/puppeteer|chromium|firefox|webkit|playwright|browserType/i.test(owner))
    return undefined;
  if (/^(createConnection|connect)$/.test(name) && /^(net|tls)$/.test(owner)) return undefined;
  if (name === "createConnection" && !/mysql|mariadb|amqp|nodemailer/i.test(owner))
    return undefined;
  return judgeRelease(node, file);
}

const SUBSCRIPTION =
  "^(setInterval|([\\w.]+\\.)?(addEventListener|subscribe|observe|setInterval))$";

/** An effect that subscribes must give back how to unsubscribe. */
function checkEffect(node: Node): Hit | undefined {
  const body = node.field("arguments")?.namedChildren()[0]?.field("body");
  const text = body?.text() ?? "";
  const subscription = body?.find({
    rule: {
      any: [
        { kind: "call_expression", has: { field: "function", regex: SUBSCRIPTION } },
        {
          kind: "new_expression",
          has: { field: "constructor", regex: "^(WebSocket|EventSource)$" },
        },
      ],
    },
  });
  return subscription && !/\breturn\b/.test(text) && !/\{[^}]*(once|signal)\b/.test(text)
    ? {
        node: subscription,
        message: "This effect subscribes and never unsubscribes; return a function that does.",
      }
    : undefined;
}
