import type { TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { block, config, review, startAudit, startInFolders } from "./support/gan-audit.ts";
import { createRepository } from "./support/repository.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startAudit();
});

/** `v0 = source; v1 = v0; …`, and the name of the last. */
function chain(length: number, declare: (name: string, value: string) => string, source: string) {
  const lines = Array.from({ length }, (_, at) =>
    declare(`v${at}`, at === 0 ? source : `v${at - 1}`),
  );
  return { lines: lines.join("\n"), last: `v${length - 1}` };
}

const javascript = (length: number, use: (last: string) => string) => {
  const { lines, last } = chain(
    length,
    (name, value) => `  const ${name} = ${value};`,
    "req.query.id",
  );
  return `import { exec } from "node:child_process";\nexport function handle(req, db) {\n${lines}\n  return ${use(last)};\n}`;
};

const query = (value: string) => `db.query("select * from users where id = " + ${value})`;

describe("names", () => {
  test.each(["marks", "placeholders", "bindings", "bindParams"])(
    "a value of a request is not a placeholder because it is called %s",
    async (name) => {
      const code = `export function find(req, db) {\n  const ${name} = req.query.id;\n  return ${query(name)};\n}`;
      const { verdict, review: written } = await review(server, block("js", code));
      expect(verdict).toBe("reject");
      expect(written.inline.map(({ comment }) => comment).join()).toContain("sql-injection");
    },
  );

  test.each([
    ["a function", "helper(req.query.id)"],
    ["a parameter", "name"],
    ["a field of that name", "req.query.marks"],
    ["a field that is called like a number", "req.query.size"],
    [
      "a call over several lines",
      'req\n    .header("x-id")\n    .trim() + req\n    .body\n    .id',
    ],
    ["a long call", `req.query.id.replace("a", "${"b".repeat(400)}")`],
  ])("a value by way of %s is not a placeholder", async (_, value) => {
    const code = `export function find(req, db, name) {\n  const marks = ${value};\n  return ${query("marks")};\n}`;
    expect((await review(server, block("js", code))).verdict).toBe("reject");
  });

  test.each([
    "ids.map(() => '?').join(', ')",
    "req.body.ids.map(() => '?').join(', ')",
    "req.body.ids.map((_, at) => `$${at + 1}`).join(', ')",
    "Array.from(req.body.ids, () => '?').join(', ')",
    "Array(req.body.ids.length).fill('?').join(', ')",
    "new Array(ids.length).fill('?').join(', ')",
    "makePlaceholders(ids)",
  ])("placeholders that were generated are: %s", async (value) => {
    const code = `export function find(req, ids, db) {\n  const placeholders = ${value};\n  return db.query(\`select * from users where id in (\${placeholders})\`, ids);\n}`;
    expect((await review(server, block("js", code))).verdict).toBe("pass");
  });

  test("a list is not made of texts because it began as one", async () => {
    const code =
      'class A {\n  java.sql.ResultSet find(java.sql.Statement statement, HttpServletRequest request) throws Exception {\n    List<String> parts = new ArrayList<>();\n    parts.add("a");\n    parts = Arrays.asList(request.getParameter("id"));\n    return statement.executeQuery("select * from users where id = " + String.join(",", parts));\n  }\n}\n';
    expect((await review(server, block("java", code))).verdict).toBe("reject");
  });

  test("a property of a request is not safe because it is called escaped", async () => {
    const code = `export function find(req, db) {\n  return ${query("req.body.escaped")};\n}`;
    expect((await review(server, block("js", code))).verdict).toBe("reject");
  });

  test("a key of a request is not a counter because it is called i", async () => {
    const code =
      "export function set(req, settings) {\n  const i = req.query.key;\n  settings[i] = req.query.value;\n}";
    const { review: written } = await review(server, block("js", code));
    expect(written.inline.map(({ comment }) => comment).join()).toContain("prototype-pollution");
  });
});

describe("long chains of assignments", () => {
  test.each([8, 12, 13, 40, 100])("an injection is found through %i of them", async (length) => {
    const { verdict, review: written } = await review(
      server,
      block("js", javascript(length, query)),
    );
    expect(verdict).toBe("reject");
    expect(written.inline.map(({ comment }) => comment).join()).toContain("sql-injection");
  });

  const PYTHON = (length: number) => {
    const { lines, last } = chain(
      length,
      (name, value) => `    ${name} = ${value}`,
      "request.args['q']",
    );
    return `import os\nfrom flask import request\n\ndef run():\n${lines}\n    os.system("ls " + ${last})\n`;
  };
  const GO = (length: number) => {
    const { lines, last } = chain(
      length,
      (name, value) => `\t${name} := ${value}`,
      'r.FormValue("id")',
    );
    return `package a\n\nimport (\n\t"database/sql"\n\t"net/http"\n)\n\nfunc find(db *sql.DB, r *http.Request) (*sql.Rows, error) {\n${lines}\n\treturn db.Query("select * from users where id = " + ${last})\n}\n`;
  };
  const JAVA = (length: number) => {
    const { lines, last } = chain(
      length,
      (name, value) => `    String ${name} = ${value};`,
      'request.getParameter("id")',
    );
    return `class A {\n  java.sql.ResultSet find(java.sql.Statement statement, HttpServletRequest request) throws Exception {\n${lines}\n    return statement.executeQuery("select * from users where id = " + ${last});\n  }\n}\n`;
  };
  const PATH = (length: number) =>
    `import { readFileSync } from "node:fs";\n${javascript(length, (last) => `readFileSync(${last})`)}`;
  const COMMAND = (length: number) => javascript(length, (last) => `exec("ls " + ${last})`);

  test.each([
    ["a command in Python", "python", PYTHON],
    ["a query in Go", "go", GO],
    ["a query in Java", "java", JAVA],
    ["a path in JavaScript", "js", PATH],
    ["a command in JavaScript", "js", COMMAND],
  ])("%s never passes, whatever their number", async (_, language, code) => {
    for (const length of [13, 60, 200, 600]) {
      const { verdict } = await review(server, block(language, code(length)));
      expect(verdict, `${length} assignments`).not.toBe("pass");
    }
  });

  test("the review says where a value could not be followed", async () => {
    const { verdict, review: written } = await review(server, block("js", PATH(600)));
    expect(verdict).toBe("revise");
    expect(written.inline).toEqual([
      {
        path: "thought/block-1.js",
        line: 604,
        comment: expect.stringContaining("a value passes through too many steps to be followed"),
      },
    ]);
    expect(written.summary).toContain("Not all of the code could be judged, so this is not a pass");
  });

  test("no threshold lets pass what could not be followed", async () => {
    const thought = config({ threshold: 0 }) + block("js", PATH(600));
    expect((await review(server, thought)).verdict).toBe("revise");
  });

  test("an assignment among very many of one name is not forgotten", async () => {
    const others = Array.from({ length: 60 }, (_, at) => `  if (at === ${at}) v = "a${at}";`);
    const code = `import { readFileSync } from "node:fs";\nexport function read(req, at) {\n  let v = req.query.file;\n${others.join("\n")}\n  return readFileSync(v);\n}`;
    expect((await review(server, block("js", code))).verdict).not.toBe("pass");
  });

  test.each([
    ["a query", "seed", query("v39")],
    ["a path", "req.query.file", "readFileSync(v39)"],
  ])("%s that doubles at every step does not pass", async (_, seed, use) => {
    const { lines } = chain(40, (name, value) => `  const ${name} = ${value} + ${value};`, seed);
    const code = `import { readFileSync } from "node:fs";\nexport function find(db, seed, req) {\n${lines}\n  return ${use};\n}`;
    expect((await review(server, block("js", code))).verdict).not.toBe("pass");
  });

  test("text that is built in many steps from the program's own passes", async () => {
    const steps = Array.from({ length: 400 }, (_, at) => `  sql += " or id = ${at}";`);
    const code = `export function find(db) {\n  let sql = "select * from users where id = 0";\n${steps.join("\n")}\n  return db.query(sql);\n}`;
    expect((await review(server, block("js", code))).verdict).toBe("pass");
  });
});

describe("patterns", () => {
  test("a loop is found behind any length of text", async () => {
    const code = `export const form = /${"x".repeat(300)}(a+)+b/;`;
    const { review: written } = await review(server, block("js", code));
    expect(written.inline.map(({ comment }) => comment).join()).toContain("exponential time");
  });

  test("a loop that is too large to judge does not pass", async () => {
    const code = `export const form = /(?:${"(?:a|b)c".repeat(300)})+$/;`;
    expect((await review(server, block("js", code))).verdict).toBe("revise");
  });
});

describe("too much, or too deep", () => {
  const DEPTH = 100_000;
  const nested = (value: string) => `${"(".repeat(DEPTH)}${value}${")".repeat(DEPTH)}`;

  test.each([
    ["js", `export const find = (req, db) => ${query(nested("req.query.id"))};`],
    ["ts", `export const a = ${"[".repeat(DEPTH)}${"]".repeat(DEPTH)};`],
    [
      "python",
      `import os\nfrom flask import request\n\ndef run():\n    os.system("ls " + ${nested("request.args['q']")})\n`,
    ],
    [
      "go",
      `package a\n\nimport (\n\t"database/sql"\n\t"net/http"\n)\n\nfunc find(db *sql.DB, r *http.Request) (*sql.Rows, error) {\n\treturn db.Query("select * from users where id = " + ${nested('r.FormValue("id")')})\n}\n`,
    ],
    [
      "java",
      `class A {\n  java.sql.ResultSet find(java.sql.Statement statement, HttpServletRequest request) throws Exception {\n    return statement.executeQuery("select * from users where id = " + ${nested('request.getParameter("id")')});\n  }\n}\n`,
    ],
  ])("%s that is nested too deeply does not pass", async (language, code) => {
    const { verdict, review: written } = await review(server, block(language, code));
    expect(verdict).not.toBe("pass");
    expect(written.summary).toContain("Not all of the code could be judged");
  });

  test("code that breaks one engine only does not pass either", async () => {
    const code = `deep = ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`;
    const { verdict, review: written } = await review(
      server,
      block("python", code) + block("js", "export const one = 1;"),
    );
    expect(verdict).toBe("revise");
    expect(written.summary).toContain("Incomplete: ruff failed");
  });

  test("a file that is too large to read does not pass", async () => {
    const inFolder = await startInFolders();
    const repository = await createRepository();
    await repository.write({
      "large.js": `export const text = "${"a".repeat(600_000)}";\n`,
      "small.js": "export const one = 1;\n",
    });
    const { verdict, review: written } = await review(
      inFolder(repository.directory),
      config({ scope: "workspace" }),
    );
    expect(verdict).toBe("revise");
    expect(written.summary).toContain("too large (large.js)");
  });

  test("a thought with more blocks than are read does not pass", async () => {
    const { verdict } = await review(server, block("js", "export const a = 1;").repeat(201));
    expect(verdict).toBe("revise");
  });
});
