import type { Node } from "../../node.ts";
import { callRule, type Rule } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";

const SECRET_LIKE =
  /token|secret|passw|session|nonce|salt|otp|\bpin\b|api_?key|csrf|reset|verif|invite|coupon|auth|credential|private|key\b|iv\b|code\b|Key$|Code$/i;

export const weakRandom: readonly Rule[] = [
  callRule({
    id: "weak-crypto/random",
    category: "weak-crypto",
    severity: "major",
    message:
      "This generator is predictable; take secrets from the system's cryptographic generator.",
    calls: {
      javascript: "random",
      python: `
        random randint choice choices randrange getrandbits sample uniform shuffle`,
      go: "Intn Int Int63 Int31 Int31n Int63n Read Uint32 Uint64 IntN Perm",
      java: "Random nextInt nextLong random nextBytes",
    },
    check({ callee, receiver }, node, file) {
      const isWeak = {
        javascript: callee === "Math.random",
        python: callee.startsWith("random.") && !/SystemRandom/.test(file.text),
        go:
          /^(rand|mrand|mathrand)\./.test(callee) &&
          /"math\/rand(\/v2)?"/.test(file.text) &&
          !/rand\s+"crypto\/rand"|[^\w]"crypto\/rand"/.test(file.text),
        java:
          callee === "Random" ||
          callee === "Math.random" ||
          callee.startsWith("ThreadLocalRandom.current().") ||
          isOfRandom(receiver, file),
      }[file.family];
      return isWeak && SECRET_LIKE.test(purposeOf(node, file));
    },
  }),
];

/** A variable or field that holds a java.util.Random. */
function isOfRandom(receiver: Node | undefined, file: SourceFile): boolean {
  if (!receiver || !file.grammar.identifiers.has(receiver.kind())) return false;
  return file
    .scopes(receiver)
    .flatMap((scope) => file.bindings(scope, receiver.text()))
    .some(({ value }) => /^new (java\.util\.)?Random\(/.test(value.text()));
}

/** The name of what is being made: the variable it goes to, or the function around it. */
export function purposeOf(node: Node, file: SourceFile): string {
  const around = node.ancestors().slice(0, 8);
  const target = around.find((one) =>
    /declarator|assignment|short_var|pair|keyword_argument|var_spec/.test(one.kind()),
  );
  const fn = file.enclosingFunction(node);
  const holder = fn?.parent();
  const fnName =
    fn?.field("name")?.text() ??
    (holder?.kind() === "variable_declarator" ? holder.field("name")?.text() : "") ??
    "";
  const name = target?.field("name") ?? target?.field("left") ?? target?.field("key");
  return `${name?.text() ?? ""} ${fnName}`;
}
