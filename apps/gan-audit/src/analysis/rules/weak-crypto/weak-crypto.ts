import type { Family } from "../../../domain/languages.ts";
import { expand } from "../../flow/expand.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Node } from "../../node.ts";
import { callRule, nodeRule, type Rule } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { purposeOf, weakRandom } from "./random.ts";
import { replaceText, verification } from "./verification.ts";

/** A digest that only tells contents apart, not friend from foe. */
const NOT_SECURITY =
  /etag|checksum|cache|fingerprint|dedup|content_?hash|bucket|shard|color|avatar|gravatar|md5sum|md5_digest|file_?hash|cacheKey/i;

const WEAK_HASH = /^["'`]?(md2|md4|md5|sha-?1|ripemd-?160?|rmd160)["'`]?$/i;

const WEAK_CIPHER =
  /^["'`]?(des(?!k)|3des|des-?ede|desede|rc2|rc4|arcfour|blowfish|bf-|cast|idea|seed)|ecb|^["'`]?aes["'`]?$/i;

const textOf = (node: Node | undefined, file: SourceFile): string => {
  if (!node) return "";
  const [piece, ...more] = expand(node, file);
  return piece && "text" in piece && more.length === 0 ? piece.text : "";
};

const HASH_MESSAGE =
  "MD5 and SHA-1 are broken; use SHA-256 or better, and a password hash (scrypt, argon2, bcrypt) for passwords.";

const CIPHER_MESSAGE = "This cipher or mode is broken; use AES-GCM or ChaCha20-Poly1305.";

export const weakCrypto: readonly Rule[] = [
  callRule({
    id: "weak-crypto/hash",
    category: "weak-crypto",
    severity: "major",
    message: HASH_MESSAGE,
    calls: {
      javascript: "createHash createHmac MD5 SHA1 md5 sha1",
      python: "md5 sha1 new",
      go: "New Sum Sum160",
      java: "getInstance md5Hex sha1Hex md5 sha1",
    },
    check({ callee, name, args, named }, node, file) {
      if (NOT_SECURITY.test(purposeOf(node, file))) return false;
      const algorithm = textOf(args[0], file);
      if (name.startsWith("create"))
        return (
          WEAK_HASH.test(algorithm) &&
          !(name === "createHmac" && /sha-?1/i.test(algorithm)) && { ...fixOf(args[0]) }
        );
      if (file.family === "go") return /^(md5|sha1|md4|ripemd160)\./.test(callee);
      if (file.family === "python") {
        if (named.get("usedforsecurity")?.text() === "False") return false;
        if (callee === "hashlib.new") return WEAK_HASH.test(algorithm);
        const target = node.field("function");
        return (
          /^(hashlib\.)?(md5|sha1)$/.test(callee) &&
          /hashlib/.test(file.text) && {
            ...(target && { fix: replaceText(target, /(md5|sha1)$/, "sha256") ?? [] }),
          }
        );
      }
      if (file.family === "java")
        return name === "getInstance"
          ? callee.endsWith("MessageDigest.getInstance") &&
              WEAK_HASH.test(algorithm) && { ...fixOf(args[0], "SHA-256") }
          : /DigestUtils|Hashing/.test(callee);
      return /^(md5|sha1)$/.test(callee)
        ? new RegExp(`(from|require\\()\\s*["'](blueimp-)?${callee}["']`).test(file.text)
        : /CryptoJS/.test(callee);
    },
  }),
  callRule({
    id: "weak-crypto/cipher",
    category: "weak-crypto",
    severity: "major",
    message: CIPHER_MESSAGE,
    calls: {
      javascript: "createCipheriv createDecipheriv createCipher createDecipher",
      python: "new Cipher ARC4 TripleDES Blowfish ECB DES",
      go: "NewCipher NewTripleDESCipher NewECBEncrypter",
      java: "getInstance",
    },
    check({ callee, name, args }, node, file) {
      const algorithm = textOf(args[0], file);
      if (file.family === "javascript")
        return /^create(De)?[cC]ipher$/.test(name) || WEAK_CIPHER.test(algorithm);
      if (file.family === "go")
        return /^(des|rc4|blowfish|tea|cast5)\./.test(callee) || name === "NewECBEncrypter";
      if (file.family === "java")
        return (
          /(Cipher|KeyGenerator|SecretKeyFactory)\.getInstance$/.test(callee) &&
          WEAK_CIPHER.test(algorithm) &&
          !(/KeyGenerator/.test(callee) && /^AES$/i.test(algorithm))
        );
      if (/^(DES|DES3|ARC4|ARC2|Blowfish|CAST)\.new$/.test(callee)) return true;
      if (callee === "AES.new")
        return args.slice(1).some((argument) => /MODE_ECB/.test(argument.text()));
      return (
        /^(algorithms\.(ARC4|TripleDES|Blowfish|IDEA|SEED)|modes\.ECB)$/.test(callee) &&
        node.kind() === "call"
      );
    },
  }),
  callRule({
    id: "weak-crypto/parameters",
    category: "weak-crypto",
    severity: "major",
    message:
      "The key, salt, IV or work factor is fixed or too small; use fresh random bytes and today's sizes.",
    calls: {
      javascript: "pbkdf2 pbkdf2Sync generateKeyPair generateKeyPairSync createCipheriv",
      python: "pbkdf2_hmac generate_private_key generate PBKDF2HMAC new",
      go: "GenerateKey Key",
      java: "PBEKeySpec initialize IvParameterSpec SecretKeySpec",
    },
    check({ callee, name, args, named }, _node, file) {
      const number = (node: Node | undefined) =>
        Number(textOf(node, file).replaceAll("_", "") || Number.NaN);
      if (/^pbkdf2(Sync|_hmac)?$/.test(name))
        return (
          number(file.family === "python" ? (args[3] ?? named.get("iterations")) : args[2]) < 10_000
        );
      if (name === "new")
        return (
          callee === "AES.new" &&
          /^b["']/.test(valueOf(args[2] ?? named.get("iv") ?? named.get("nonce"), file))
        );
      if (name === "PBKDF2HMAC") return number(named.get("iterations")) < 10_000;
      if (name.startsWith("generateKeyPair"))
        return (
          /["']rsa/.test(args[0]?.text() ?? "") &&
          /modulusLength\s*:\s*(512|768|1024)\b/.test(args[1]?.text() ?? "")
        );
      if (/^generate(_private_key)?$/.test(name))
        return (
          /rsa|dsa/i.test(callee) &&
          number(named.get("key_size") ?? named.get("bits") ?? args[name === "generate" ? 0 : 1]) <
            2048
        );
      if (name === "GenerateKey") return callee === "rsa.GenerateKey" && number(args[1]) < 2048;
      if (name === "Key") return callee === "pbkdf2.Key" && number(args[2]) < 10_000;
      if (name === "createCipheriv")
        return (
          textOf(args[2], file) !== "" ||
          /Buffer\.alloc\(\s*\d+\s*(,\s*[^)]*)?\)$|^Buffer\.from\(\s*["'`][^"'`]*["'`]/.test(
            valueOf(args[2], file),
          )
        );
      if (name === "PBEKeySpec") return number(args[2]) < 10_000;
      if (name === "initialize")
        return (
          /keyPair|kpg|generator|keyGen/i.test(callee) &&
          /RSA|DSA/.test(file.text) &&
          number(args[0]) < 2048
        );
      return isFixedBytes(args[0], file);
    },
  }),
  nodeRule({
    id: "weak-crypto/protocol",
    category: "weak-crypto",
    severity: "major",
    message: "This version of TLS is broken; ask for 1.2 or later.",
    hint: /TLSv1|SSLv[23]|VersionTLS1[01]\b|VersionSSL30|["']SSL["']/,
    nodes: {
      javascript: [{ kind: "pair", regex: "^[\"']?(minVersion|maxVersion|secureProtocol)" }],
      python: [{ kind: "attribute", regex: "^ssl\\.(PROTOCOL_|TLSVersion\\.)" }],
      go: [
        { kind: "keyed_element", regex: "^M(in|ax)Version" },
        { kind: "assignment_statement", regex: "\\.M(in|ax)Version" },
      ],
      java: [{ kind: "method_invocation", regex: "^SSLContext\\.getInstance" }],
    },
    check: (node, file) => OLD_PROTOCOL[file.family].test(node.text()),
  }),
  ...weakRandom,
  ...verification,
];

const OLD_PROTOCOL: Readonly<Record<Family, RegExp>> = {
  javascript: /["'`](TLSv1(\.1)?|(TLSv1(_1)?|SSLv\d+)_\w*method)["'`]$/,
  python: /^ssl\.(PROTOCOL_(SSLv\w+|TLSv1(_1)?)|TLSVersion\.(SSLv3|TLSv1(_1)?))$/,
  go: /\bVersion(TLS10|TLS11|SSL30)$/,
  java: /\("(SSL|SSLv[23]|TLSv1(\.1)?)"\)$/,
};

/** Bytes of a text, or of an array that nothing was put into. */
function isFixedBytes(node: Node | undefined, file: SourceFile): boolean {
  if (/^["'].*["']\.getBytes\(|^new byte\[\d+\]$/.test(node?.text() ?? "")) return true;
  if (!node || !/^new byte\[\d+\]$/.test(valueOf(node, file))) return false;
  const scope = file.enclosingFunction(node) ?? file.root;
  const name = escapeForRegex(node.text());
  const uses = scope.text().match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  // Its declaration, and this.
  return uses === 2;
}

/** The text of an expression, or of the one value that its variable has. */
function valueOf(node: Node | undefined, file: SourceFile): string {
  if (!node || !file.grammar.identifiers.has(node.kind())) return node?.text() ?? "";
  const bound = file.scopes(node).map((scope) => file.bindings(scope, node.text()));
  const [binding, ...others] = bound.find((bindings) => bindings.length > 0) ?? [];
  return binding && others.length === 0 ? binding.value.text() : "";
}

function fixOf(node: Node | undefined, to = "sha256") {
  const fix = replaceText(node, /(md5|sha-?1)/i, to);
  return fix && node && /^["'`]/.test(node.text()) ? { fix } : {};
}
