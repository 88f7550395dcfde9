/** The name by which refusals and the documentation call the setting that allows secret-looking files. */
export const ALLOW_SECRET_FILES = "MCP_ALLOW_SECRET_FILES=true (or --allow-secret-files)";

type SecretRule = { rule: string; matches(name: string, folders: readonly string[]): boolean };

const SECRET_FOLDERS = [".ssh", ".aws", ".gnupg", ".azure"];
const TEMPLATE = /^\.env\.(example|sample|template)$|(^|[._-])(example|sample|template)\.env$/;
const CREDENTIALS =
  /^([._]netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.my\.cnf|\.htpasswd|\.vault-token|\.dockercfg)$/;
const KEY_FILE =
  /\.(pem|key|p12|pfx|p8|pk8|ppk|jks|keystore|kdbx)$|^id_(rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk|xmss)$/;
/** A file that means nothing by itself, in a folder that gives it its meaning. */
const PLACED: readonly (readonly [folder: string, file: RegExp])[] = [
  [".git", /^(config|config\.worktree|credentials)$/],
  [".docker", /^config\.json$/],
  [".kube", /^config$/],
  ["gcloud", /^(credentials\.db|access_tokens\.db|application_default_credentials\.json)$/],
  ["gh", /^hosts\.ya?ml$/],
];

const RULES: readonly SecretRule[] = [
  {
    rule: ".env files",
    matches: (name) => (name.startsWith(".env") || name.endsWith(".env")) && !TEMPLATE.test(name),
  },
  {
    rule: "folders of keys and credentials (.ssh, .aws, .gnupg, .azure)",
    matches: (name, folders) => [...folders, name].some((part) => SECRET_FOLDERS.includes(part)),
  },
  { rule: "stored credentials", matches: (name) => CREDENTIALS.test(name) },
  {
    rule: "settings with credentials",
    matches: (name, folders) =>
      PLACED.some(([folder, file]) => file.test(name) && folders.includes(folder)),
  },
  { rule: "key files", matches: (name) => KEY_FILE.test(name) },
];

/** The rule by which a file's path says that it holds secrets; undefined where none does. Letter case does not count. */
export function secretPathRule(path: string): string | undefined {
  const written = path.toLowerCase().split(/[\\/]/);
  // Windows opens `.env.`, `.env ` and `.env::$DATA` as `.env`.
  const opened = written.map((part) => withoutEnd(part.split(":", 1)[0] ?? ""));
  return [written, opened].map(ruleOf).find((rule) => rule !== undefined);
}

function withoutEnd(name: string): string {
  let length = name.length;
  while (name[length - 1] === "." || name[length - 1] === " ") length -= 1;
  return name.slice(0, length);
}

function ruleOf(parts: readonly string[]): string | undefined {
  const [name = "", folders] = [parts.at(-1), parts.slice(0, -1)];
  return RULES.find((rule) => rule.matches(name, folders))?.rule;
}

const BEGINNING_BYTES = 400;
const PRIVATE_KEY =
  /^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF){0,2}\s{0,100}(?:-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-)/;

/** The rule by which a file's first bytes say that it is a secret, in UTF-8 or UTF-16. */
export function secretContentRule(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString("latin1");
  return PRIVATE_KEY.test(beginning.replaceAll("\0", "")) ? "private keys" : undefined;
}

/** A sentence that says which rule refused a file and how the operator allows it. */
export function secretRefusal(rule: string): string {
  return `It looks like a secret (rule: ${rule}). The operator can allow such files with ${ALLOW_SECRET_FILES}.`;
}
