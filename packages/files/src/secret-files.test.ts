import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowedArea, type AreaRules } from "./allowed-area.ts";
import { readContained } from "./read-contained.ts";
import { secretContentRule, secretPathRule } from "./secret-files.ts";

const SECRET = [
  ".env",
  ".env.local",
  ".env.production",
  ".env.example.local",
  ".envrc",
  "deploy/production.env",
  ".ssh/id_rsa",
  ".ssh/config",
  ".ssh/known_hosts",
  ".aws/credentials",
  ".aws/sso/cache/token.json",
  ".gnupg/pubring.kbx",
  ".netrc",
  "_netrc",
  ".npmrc",
  "packages/a/.npmrc",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".git/config",
  ".git/modules/inner/config",
  ".git/worktrees/a/config.worktree",
  ".docker/config.json",
  ".kube/config",
  ".config/gh/hosts.yml",
  ".config/gcloud/application_default_credentials.json",
  "server.pem",
  "tls/server.key",
  "signing.p12",
  "signing.pfx",
  "id_rsa",
  "id_ed25519",
  "keys/id_ecdsa_sk",
];
const ORDINARY = [
  ".env.example",
  ".env.sample",
  ".env.template",
  "example.env",
  "src/env.ts",
  "environment.ts",
  "src/config.json",
  "config",
  "docker/config.json",
  "kube/config",
  ".gitignore",
  ".github/workflows/ci.yml",
  "keys.ts",
  "key",
  "pem.ts",
  "id_rsa.pub",
  "id_rsa.md",
  "ssh/client.ts",
  "aws.ts",
  "docs/npmrc.md",
  "tokens.json",
  "src/monkey.ts",
];

describe("a path that looks like a secret", () => {
  test.each(SECRET)("%s", (path) => {
    expect(secretPathRule(`/srv/${path}`)).toEqual(expect.any(String));
    expect(secretPathRule(`/srv/${path.toUpperCase()}`)).toEqual(expect.any(String));
  });

  test.each(ORDINARY)("is not %s", (path) => {
    expect(secretPathRule(`/srv/${path}`)).toBeUndefined();
  });

  test.each([
    String.raw`C:\work\.env`,
    String.raw`c:\WORK\.ENV`,
    String.raw`C:\work\.env.`,
    String.raw`C:\work\.env `,
    String.raw`C:\work\.env. . `,
    String.raw`C:\work\.env::$DATA`,
    String.raw`C:\work\server.pem:stream`,
    String.raw`C:\work\server.pem...`,
    String.raw`C:\Users\me\.ssh.\id`,
    String.raw`C:\Users\me\.ssh::$INDEX_ALLOCATION\id`,
    String.raw`\\host\share\.aws\credentials`,
    String.raw`C:/work\.git/config`,
  ])("by Windows' rules: %s", (path) => {
    expect(secretPathRule(path)).toEqual(expect.any(String));
  });

  test("stays one below any folders, in any letter case and with any number of dots and spaces after it", () => {
    const folders = fc.array(fc.constantFrom("a", "b c", ".hidden", "src"), { maxLength: 4 });
    const tail = fc.string({ unit: fc.constantFrom(".", " "), maxLength: 4 });
    fc.assert(
      fc.property(
        folders,
        fc.constantFrom(...SECRET),
        tail,
        fc.boolean(),
        (above, path, end, up) => {
          const whole = ["", ...above, path].join("/") + end;
          expect(secretPathRule(up ? whole.toUpperCase() : whole)).toBeDefined();
        },
      ),
    );
  });
});

describe("content that looks like a secret", () => {
  const marks = ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "];
  const begin = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----\nMIIE\n`;

  test.each(marks)("is a %sprivate key, in each encoding that is read", (kind) => {
    for (const text of [begin(kind), `\n  ${begin(kind)}`, `\uFEFF${begin(kind)}`]) {
      expect(secretContentRule(Buffer.from(text))).toBe("private keys");
      const little = Buffer.from(`\uFEFF${text}`, "utf16le");
      expect(secretContentRule(little)).toBe("private keys");
      expect(secretContentRule(Buffer.from(little).swap16())).toBe("private keys");
    }
  });

  test("is a PGP or PuTTY key", () => {
    const pgp = Buffer.from("-----BEGIN PGP PRIVATE KEY BLOCK-----\n");
    expect(secretContentRule(pgp)).toBe("private keys");
    expect(secretContentRule(Buffer.from("PuTTY-User-Key-File-3: ssh-rsa"))).toBe("private keys");
  });

  test("is not a certificate, a public key, or a program that mentions a key", () => {
    for (const text of [
      "-----BEGIN CERTIFICATE-----\n",
      "-----BEGIN PUBLIC KEY-----\n",
      `const pattern = "${begin("").slice(0, 27)}";`,
      "",
    ])
      expect(secretContentRule(Buffer.from(text))).toBeUndefined();
  });
});

describe("an area", () => {
  async function tree(rules: AreaRules = {}) {
    const root = await temporaryDirectory();
    const put = async (name: string, content = "what nobody may read") => {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    };
    const outcome = (path: string, changed: AreaRules = {}) =>
      readContained(path, allowedArea([root], { ...rules, ...changed }), 10_000).then(
        ({ bytes }) => bytes.toString("utf8"),
        (error: Error & { reason?: string }) => `${error.reason}: ${error.message}`,
      );
    return { root, put, outcome };
  }

  test("refuses each of them, saying the rule and the way out, and reads it where the operator allows it", async () => {
    const { put, outcome } = await tree();
    for (const name of SECRET) {
      await put(name);
      expect([name, await outcome(name)]).toEqual([
        name,
        expect.stringMatching(
          /^secret: It looks like a secret \(rule: .+\)\..*MCP_ALLOW_SECRET_FILES=true \(or --allow-secret-files\)/,
        ),
      ]);
      expect(await outcome(name, { allowsSecrets: true })).toBe("what nobody may read");
    }
    await put("notes.txt", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n");
    expect(await outcome("notes.txt")).toMatch(/^secret: .*private keys/);
    expect(await outcome("notes.txt", { allowsSecrets: true })).toContain("OPENSSH");
  });

  test("reads the ordinary ones", async () => {
    const { put, outcome } = await tree();
    for (const name of ORDINARY) {
      await put(name, "fine");
      expect([name, await outcome(name)]).toEqual([name, "fine"]);
    }
  });

  test("looks behind links", async () => {
    const { root, put, outcome } = await tree();
    await put(".env");
    await put(".ssh/id_rsa");
    await symlink(".env", join(root, "settings.txt"));
    await symlink(".ssh", join(root, "docs"));
    expect(await outcome("settings.txt")).toMatch(/^secret/);
    expect(await outcome("docs/id_rsa")).toMatch(/^secret/);
  });

  test("never reads the servers' own databases and tokens, even where secrets are allowed", async () => {
    const { root, put, outcome } = await tree({ allowsSecrets: true });
    const state = ["data", "state.db", "tokens.json"];
    const own = [
      "data/faculties.db",
      "data/tenants/red/faculties.db",
      "state.db",
      "state.db-wal",
      "state.db-shm",
      "state.db-journal",
      "tokens.json",
      "tokens.json.new",
    ];
    for (const name of [...own, "state.dbx", "database.txt"]) await put(name, "text");
    await symlink("state.db", join(root, "link.txt"));
    const ownState = state.map((name) => join(root, name));
    for (const name of [...own, "link.txt"])
      expect([name, await outcome(name, { ownState })]).toEqual([
        name,
        "own-state: It is a file of the server itself and is never read.",
      ]);
    for (const name of ["state.dbx", "database.txt"])
      expect(await outcome(name, { ownState })).toBe("text");
  });
});
