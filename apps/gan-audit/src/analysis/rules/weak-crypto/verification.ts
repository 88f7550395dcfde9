import type { Node } from "../../node.ts";
import { callRule, nodeRule, type Rule } from "../../rule.ts";

/** Certificates, hosts and signatures that are taken on trust. */
export const verification: readonly Rule[] = [
  nodeRule({
    id: "weak-crypto/verification",
    category: "weak-crypto",
    severity: "critical",
    message:
      "Certificates or signatures are not checked, so anybody can stand in the middle; leave the check on.",
    hint: /rejectUnauthorized|NODE_TLS_REJECT|verify\s*=\s*False|CERT_NONE|_create_unverified|InsecureSkipVerify|InsecureIgnoreHostKey|NoopHostnameVerifier|ALLOW_ALL|algorithms?\s*[:=]\s*\[?\s*["']none|check_hostname|verify_signature|AutoAddPolicy|setHostnameVerifier|UnsafeAllowNoneSignatureType/,
    nodes: {
      javascript: [
        { kind: "pair", regex: "rejectUnauthorized|algorithms?\\b" },
        { kind: "assignment_expression", regex: "NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized" },
      ],
      python: [
        { kind: "keyword_argument", regex: "verify|algorithms" },
        { kind: "assignment", regex: "CERT_NONE|check_hostname|_create_unverified|verify\\s*=" },
        { kind: "pair", regex: "verify_signature" },
        { kind: "call", regex: "_create_unverified_context\\(|AutoAddPolicy\\(" },
      ],
      go: [
        { kind: "keyed_element", regex: "InsecureSkipVerify" },
        { kind: "call_expression", regex: "^ssh.InsecureIgnoreHostKey" },
        { kind: "assignment_statement", regex: "InsecureSkipVerify" },
        { kind: "selector_expression", regex: "UnsafeAllowNoneSignatureType$" },
      ],
      java: [
        { kind: "field_access", regex: "NoopHostnameVerifier|ALLOW_ALL" },
        { kind: "lambda_expression", regex: "->\\s*true$" },
      ],
    },
    check(node, file) {
      const text = node.text().replaceAll(/\s+/g, "");
      const off = {
        javascript:
          /^["']?rejectUnauthorized["']?:(false|0)$|^["']?algorithms?["']?:\[?["']none["']|NODE_TLS_REJECT_UNAUTHORIZED["'\]]*=["']?0|^[\w.]*rejectUnauthorized=false$/,
        python:
          /^([\w.]+\.)?verify=False$|^algorithms=\[["']none|=ssl\.CERT_NONE$|check_hostname=False$|=ssl\._create_unverified|^["']verify_signature["']:False|^ssl\._create_unverified_context\(|AutoAddPolicy\(\)$/,
        go: /^InsecureSkipVerify:true$|^ssh\.InsecureIgnoreHostKey\(\)$|InsecureSkipVerify=true$|UnsafeAllowNoneSignatureType$/,
        java: /NoopHostnameVerifier\.INSTANCE$|ALLOW_ALL\w*$|^\(\w+,(SSLSession)?\w+\)->true$/,
      }[file.family];
      if (
        !off.test(text) ||
        (node.kind() === "call" && !/(_create_unverified_context|AutoAddPolicy)\(\)$/.test(text))
      )
        return false;
      return /rejectUnauthorized|InsecureSkipVerify/.test(text)
        ? { fix: replaceText(node, /(false|true)$/, file.family === "go" ? "false" : "true") ?? [] }
        : true;
    },
  }),
  callRule({
    id: "weak-crypto/unverified-token",
    category: "weak-crypto",
    severity: "major",
    message:
      "The token is read without checking its signature, so anybody can write one; verify it.",
    calls: { javascript: "decode decodeJwt", go: "ParseUnverified", java: "decode" },
    check({ callee }, _node, { family, text }) {
      if (family === "go")
        return /golang-jwt|jwt-go/.test(text) && !/\.Parse(WithClaims)?\(/.test(text);
      const isVerified = /\b(verify|jwtVerify|verifyAsync)\s*\(/.test(text);
      if (family === "java") return callee === "JWT.decode" && !isVerified;
      const isToken = callee === "decodeJwt" ? /["']jose["']/ : /["']jsonwebtoken["']/;
      return (
        /^(jwt|jsonwebtoken|JWT)\.decode$|^decodeJwt$/.test(callee) &&
        isToken.test(text) &&
        !isVerified
      );
    },
  }),
];

export function replaceText(node: Node | undefined, from: RegExp, to: string) {
  if (!node) return undefined;
  const { start, end } = node.range();
  return [{ start: start.index, end: end.index, text: node.text().replace(from, to) }];
}
