import type { TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { block, config, places, review, startAudit } from "./support/gan-audit.ts";
import { createRepository } from "./support/repository.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startAudit();
});

const LANGUAGES: [string, string, string, number][] = [
  [
    "ts",
    "sql-injection",
    "export function find(db: Db, id: string) {\n  return db.query(`SELECT * FROM users WHERE id = ${id}`);\n}",
    2,
  ],
  [
    "js",
    "command-injection",
    'const { exec } = require("child_process");\n\nfunction ping(host) {\n  exec("ping " + host);\n}\nmodule.exports = { ping };',
    4,
  ],
  [
    "tsx",
    "swallowed-error",
    "export const View = () => {\n  try {\n    return <p>{load()}</p>;\n  } catch (error) {}\n};",
    4,
  ],
  [
    "python",
    "unsafe-deserialisation",
    "import pickle\n\ndef load(data):\n    return pickle.loads(data)",
    4,
  ],
  [
    "go",
    "resource-leak",
    'package a\n\nimport "os"\n\nfunc read(path string) error {\n\tfile, err := os.Open(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\t_, err = file.Stat()\n\treturn err\n}',
    6,
  ],
  [
    "js",
    "suspicious",
    'export function kind(weight) {\n  if (weight < 1) return "letter";\n  else if (weight < 20) return "parcel";\n  else if (weight < 20) return "heavy";\n  return "freight";\n}',
    4,
  ],
  [
    "java",
    "weak-crypto",
    'class A {\n  byte[] hash(byte[] password) throws Exception {\n    return java.security.MessageDigest.getInstance("MD5").digest(password);\n  }\n}',
    3,
  ],
];

describe("the internal judge", () => {
  test.each(LANGUAGES)("judges %s: %s at its line", async (language, category, code, line) => {
    const { review: written } = await review(server, block(language, code));
    expect(written.inline).toEqual([
      expect.objectContaining({ line, comment: expect.stringContaining(category) }),
    ]);
  });

  test.each([
    ["ts", "export const a = (;"],
    ["python", "def f(:\n    pass"],
    ["go", "package a\n\nfunc f() {\n\tx := 1\n"],
    ["java", "class A { void f( { } }"],
  ])("rejects %s that does not parse", async (language, code) => {
    const result = await review(server, block(language, code));
    const parsed = result.review.inline.filter(({ comment }) => comment.includes("does-not-parse"));
    expect(result.verdict).toBe("reject");
    expect(parsed.length).toBeGreaterThan(0);
    expect(Math.max(...parsed.map(({ line }) => line))).toBeLessThanOrEqual(
      code.split("\n").length,
    );
  });

  test.each([
    ["ts", "return await load();"],
    ["ts", "async save() {\n  await this.store.put(1);\n}"],
    ["ts", "const a = 1;\n...\nuse(a);"],
    ["java", "int twice(int a) { return a * 2; }\nSystem.out.println(twice(2));"],
    ["go", 'fmt.Println("hello")'],
    ["python", "return 1"],
  ])("takes an excerpt of %s for what it is: %s", async (language, code) => {
    expect((await review(server, block(language, code))).verdict).toBe("pass");
  });

  test("says the same about the same", async () => {
    const thought = LANGUAGES.map(([language, , code]) => block(language, code)).join("\n");
    const [first, second] = [await review(server, thought), await review(server, thought)];
    expect(second).toEqual(first);
  });

  test.each([
    ["ts", "export const a = 1;\rdebugger;\nexport const b = 2;\ndebugger;"],
    ["python", "def f(a=[]):\r    return a\n\ndef g(b=[]):\n    return b"],
  ])("counts the lines of %s that a line feed ends, and no others", async (fence, code) => {
    const found = places(await review(server, block(fence, code)));
    expect(found.map((place) => place.split(":").at(-1))).toEqual(["1", "3"]);
  });

  test("is not silenced by comments in the code", async () => {
    const code =
      "/* eslint-disable */\n// oxlint-disable-next-line\ndebugger;\nexport const run = (code) => eval(code); // eslint-disable-line nosec approved-by-security";
    const python =
      "def f(items=[]):  # noqa\n    # ruff: noqa\n    items.append(1)\n    return items";
    const result = await review(server, block("js", code) + block("python", python));
    expect(places(result)).toEqual([
      "thought/block-1.js:3",
      "thought/block-1.js:4",
      "thought/block-2.py:1",
    ]);
  });

  test("does not object to unsafe code and fake secrets in tests", async () => {
    const repository = await createRepository();
    const code =
      'export const token = "ghp_" + "x";\nexport const password = "hunter2-hunter2";\nexport const run = (code: string) => eval(code);\n';
    await repository.write({ "test/fixtures/a.ts": code, "src/a.test.ts": code, "src/a.ts": code });
    const own = await startAudit({ env: { GAN_AUDIT_ROOT: repository.directory } });
    expect(places(await review(own, config({})))).toEqual(["src/a.ts:2", "src/a.ts:3"]);
  });

  test("never repeats a secret", async () => {
    const secret = ["gh", "p_", "9aKd83LmQpZx72VbNcRt56YuIoPl41WsEdFg"].join("");
    const result = await review(server, block("ts", `export const token = "${secret}";`));
    expect(result.verdict).toBe("reject");
    expect(JSON.stringify(result)).not.toContain(secret.slice(8, 30));
  });

  test("scores by its formula", async () => {
    const one = await review(
      server,
      block("ts", "export const same = (a: unknown, b: unknown) => a == b;"),
    );
    expect(one).toMatchObject({
      overall: 82.3,
      verdict: "revise",
      dimensions: [
        { name: "correctness", score: 70.5 },
        { name: "security", score: 100 },
        { name: "error handling", score: 100 },
        { name: "maintainability", score: 100 },
        { name: "clarity", score: 100 },
      ],
    });
  });
});
