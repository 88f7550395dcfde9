import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../server-entry.ts";
import { tomlFormat } from "./toml-format.ts";

const entry: ServerEntry = {
  command: "npx",
  args: ["-y", "@faculties/agent-memory"],
  env: { OPENAI_API_KEY: "sk-secret" },
};
const bare = { ...entry, env: {} };
const add = (text: string, wanted = entry) =>
  tomlFormat.setServer(text, "mcp_servers", "agent-memory", wanted, false);
const remove = (text: string) => tomlFormat.removeServer(text, "mcp_servers", "agent-memory");

/** Statements with every kind of value, and what a careless editor could take for a header. */
const value = fc.constantFrom(
  '"text"',
  "'[literal]'",
  "1_000",
  "true",
  "1979-05-27T07:32:00Z",
  '"""\n[mcp_servers.agent-memory]\ncommand = "no"\n"""',
  "[\n  1, # one\n  2,\n]",
  "{ x = 1, y = { z = '[a]' } }",
  '"\\u00e9 # no comment"',
);
const noise = fc.constantFrom("", "", "# [mcp_servers.agent-memory]", "  ", "# note");
const pairs = (prefix: string) =>
  fc
    .array(fc.tuple(value, noise, fc.boolean()), { maxLength: 3 })
    .map((values) =>
      values.flatMap(([text, before, commented], index) => [
        before,
        `${prefix}${index} = ${text}${commented ? " # why" : ""}`,
      ]),
    );
const header = fc.constantFrom(
  "[a]",
  "[mcp_servers]",
  "[mcp_servers.other]",
  "[ mcp_servers . third ] # spaced",
  "[mcp_servers.other.env]",
  "[mcp_servers.agent-memory-2]",
  "[[list]]",
  '["quoted.name"]',
);
const tables = fc
  .uniqueArray(fc.tuple(header, pairs("k")), { maxLength: 5, selector: ([name]) => name })
  .map((list) => list.flatMap(([name, body]) => [name, ...body]));
const documents = fc
  .tuple(
    pairs("top"),
    tables,
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\n", "\n\n", "\n\n\n"),
  )
  .map(([top, list, eol, end]) => `${[...top, ...list].join("\n")}${end}`.replaceAll("\n", eol));

describe("any document", () => {
  test("gets the server and keeps everything else", () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(entry, bare), (text, wanted) => {
        const before = tomlFormat.parse(text) as { mcp_servers?: object };
        const { env, ...launch } = wanted;
        const own = Object.keys(env).length > 0 ? { ...launch, env } : launch;
        expect(tomlFormat.parse(add(text, wanted))).toEqual({
          ...before,
          mcp_servers: { ...before.mcp_servers, "agent-memory": own },
        });
      }),
    );
  });

  test("begins with its old bytes, and has only them when the server is removed again", () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(entry, bare), (text, wanted) => {
        expect(add(text, wanted).startsWith(text)).toBe(true);
        expect(remove(add(text, wanted))).toEqual([text]);
      }),
    );
  });

  test("is the same after a second addition, and keeps what follows when the server is removed", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const once = add(text);
        expect(add(once)).toBe(once);
        if (!text.endsWith("\n")) return;
        const later = `${once}\n# mine\n[later]\nk = 1\n`;
        expect(remove(later)).toEqual([`${text}\n# mine\n[later]\nk = 1\n`]);
      }),
    );
  });

  test("shows no comment and no string but those that may be shown", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const masked = tomlFormat.mask(text, () => false);
        expect(masked).not.toMatch(/why|note|text|literal|spaced|command/);
        expect(Object.keys(tomlFormat.parse(masked))).toEqual(Object.keys(tomlFormat.parse(text)));
      }),
    );
  });
});

test("the tables look as the client itself writes them", () => {
  expect(add('model = "gpt"\n')).toBe(
    `model = "gpt"\n\n[mcp_servers.agent-memory]\ncommand = "npx"\nargs = ["-y", "@faculties/agent-memory"]\n\n[mcp_servers.agent-memory.env]\nOPENAI_API_KEY = "sk-secret"\n`,
  );
});

const present = `[mcp_servers.agent-memory] # ours
command = "npx" # fine
args = [
  "-y", "@faculties/agent-memory@0.1.0",
]
startup_timeout_sec = 60
# tail

[other]
k = 1
`;

test("a change keeps further keys and comments, and adds a table for variables", () => {
  expect(add(present)).toBe(`[mcp_servers.agent-memory] # ours
command = "npx" # fine
args = ["-y", "@faculties/agent-memory"]
startup_timeout_sec = 60

[mcp_servers.agent-memory.env]
OPENAI_API_KEY = "sk-secret"
# tail

[other]
k = 1
`);
});

test("a change keeps other variables, in a table and in an inline table", () => {
  const table = add("", { ...entry, env: { A: "1", OPENAI_API_KEY: "old" } });
  expect(add(table)).toBe(table.replace("old", "sk-secret"));
  const inline = `[mcp_servers.agent-memory]\ncommand = "npx"\nargs = ["-y", "@faculties/agent-memory"]\nenv = { A = "1" } # keys\n`;
  expect(add(inline)).toBe(
    inline.replace('{ A = "1" }', '{ A = "1", OPENAI_API_KEY = "sk-secret" }'),
  );
});

test("a server in an inline table is changed and removed", () => {
  const text = `[mcp_servers]\nx = { command = "y" }\nagent-memory = { command = "npx", args = ["old"] }\nz.command = "z"\n`;
  expect(add(text, bare)).toBe(text.replace('["old"]', '["-y", "@faculties/agent-memory"]'));
  expect(remove(text)).toEqual([`[mcp_servers]\nx = { command = "y" }\nz.command = "z"\n`]);
});

test("a server that is written with dotted keys is removed but not changed", () => {
  const text = `mcp_servers.agent-memory.command = "npx"\nmcp_servers.agent-memory.args = []\nk = 1\n`;
  expect(() => add(text)).toThrow(
    "agent-memory is written in a form that this command does not edit",
  );
  expect(remove(text)).toEqual(["k = 1\n"]);
});

test("a replacement writes the whole tables again", () => {
  const text = `[mcp_servers.agent-memory]\nurl = "https://x"\n[mcp_servers.agent-memory.http_headers]\na = "b"\n`;
  expect(tomlFormat.setServer(text, "mcp_servers", "agent-memory", bare, true)).toBe(add("", bare));
});

test.each([
  ["a = 1\na = 2\n", "line 2, column 1: not valid TOML (Defining a key multiple times is invalid)"],
  ['a = "open', "line 1, column 10: not valid TOML (Unterminated string constant)"],
])("%j is not edited", (text, message) => {
  expect(() => add(text)).toThrow(message);
});
