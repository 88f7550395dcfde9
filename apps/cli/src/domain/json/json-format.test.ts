import fc from "fast-check";
import { parse } from "jsonc-parser/lib/esm/main.js";
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../server-entry.ts";
import { jsonFormat } from "./json-format.ts";

const entry: ServerEntry = {
  command: "npx",
  args: ["-y", "@faculties/agent-memory"],
  env: { OPENAI_API_KEY: "sk-secret" },
};
const add = (text: string, wanted = entry) =>
  jsonFormat.setServer(text, "mcpServers", "agent-memory", wanted, false);
const remove = (text: string) => jsonFormat.removeServer(text, "mcpServers", "agent-memory");

/** A JSON document with comments, odd white space and trailing commas, as text. */
const space = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t", " /* why */ ", " // note\n", "\n\n");
const word = fc.constantFrom("a", "b", "command", "env", "mcpServers", "é", 'q"', "agent-memory");
const scalar = fc.constantFrom("1", "true", "null", '"text"', '"a // b"', '"{"', "[1, 2]", "[]");

function objectText(
  members: fc.Arbitrary<[string, string]>,
): fc.Arbitrary<{ text: string; names: string[] }> {
  return fc
    .tuple(
      fc.uniqueArray(members, { maxLength: 4, selector: ([name]) => name }),
      fc.array(space, { minLength: 25, maxLength: 25 }),
      fc.boolean(),
    )
    .map(([pairs, spaces, trailingComma]) => {
      let next = 0;
      const gap = () => spaces[next++ % spaces.length] ?? "";
      const body = pairs.map(
        ([name, value]) => `${gap()}${JSON.stringify(name)}${gap()}:${gap()}${value}${gap()}`,
      );
      const end = trailingComma && pairs.length > 0 ? `,${gap()}` : gap();
      return { text: `{${body.join(",")}${end}}`, names: pairs.map(([name]) => name) };
    });
}

const inner = objectText(fc.tuple(word, scalar)).map(({ text }) => text);
const servers = objectText(
  fc.tuple(
    word.filter((name) => name !== "agent-memory"),
    inner,
  ),
).map(({ text }) => text);
const documents = fc
  .tuple(
    space,
    objectText(
      word.chain((name) =>
        fc.tuple(fc.constant(name), name === "mcpServers" ? servers : fc.oneof(scalar, inner)),
      ),
    ),
    space,
  )
  .map(([before, { text }, after]) => before + text + after);

const data = (text: string) => parse(text, [], { allowTrailingComma: true }) as object;

describe("any document", () => {
  test("gets the server and keeps everything else", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const before = data(text) as { mcpServers?: object };
        const wanted = { ...before.mcpServers, "agent-memory": { ...entry } };
        expect(data(add(text))).toEqual({ ...before, mcpServers: wanted });
      }),
    );
  });

  test("has its old bytes back when the server is removed again", () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(remove(add(text))).toContain(text);
      }),
    );
  });

  test("is the same after a second addition", () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(add(add(text))).toBe(add(text));
      }),
    );
  });

  test("keeps each of its bytes, in order, when the server is added", () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(isSubsequence(text, add(text))).toBe(true);
      }),
    );
  });

  test("shows no comment and no string but those that may be shown", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const masked = jsonFormat.mask(text, () => false);
        expect(masked).not.toMatch(/why|note|text|a \/\/ b/);
        expect(Object.keys(data(masked))).toEqual(Object.keys(data(text)));
      }),
    );
  });
});

function isSubsequence(part: string, whole: string): boolean {
  let found = 0;
  for (const character of whole) if (part.startsWith(character, found)) found += character.length;
  return found === part.length;
}

test("a container that has other servers gives exactly one text back", () => {
  const text = `{\n\t"mcpServers": {\n\t\t"other": { "url": "https://x" }, // mine\n\t}, // end\n}\n`;
  expect(add(text)).toBe(
    `{\n\t"mcpServers": {\n\t\t"other": { "url": "https://x" }, // mine\n\t\t"agent-memory": {\n\t\t\t"command": "npx",\n\t\t\t"args": ["-y", "@faculties/agent-memory"],\n\t\t\t"env": {\n\t\t\t\t"OPENAI_API_KEY": "sk-secret"\n\t\t\t}\n\t\t},\n\t}, // end\n}\n`,
  );
  expect(remove(add(text))).toEqual([text]);
});

test("a blank file becomes a document, and by default stays one", () => {
  const added = add("");
  expect(added).toBe(
    `{\n  "mcpServers": {\n    "agent-memory": {\n      "command": "npx",\n      "args": ["-y", "@faculties/agent-memory"],\n      "env": {\n        "OPENAI_API_KEY": "sk-secret"\n      }\n    }\n  }\n}\n`,
  );
  expect(remove(added)).toEqual([
    `{\n  "mcpServers": {}\n}\n`,
    '{\n  "mcpServers": {\n  }\n}\n',
    "{}\n",
    "{\n}\n",
    "",
  ]);
});

test("a document on one line stays on one line", () => {
  const text = `{"theme":"dark","mcpServers":{"a":{"command":"x"}}}`;
  expect(add(text, { ...entry, env: {} })).toBe(
    `{"theme":"dark","mcpServers":{"a":{"command":"x"},"agent-memory":{"command":"npx","args":["-y","@faculties/agent-memory"]}}}`,
  );
});

test("a change keeps further fields, variables and comments of the entry", () => {
  const text = `{
  "mcpServers": {
    "agent-memory": {
      // pinned
      "command": "npx",
      "args": ["-y", "@faculties/agent-memory@0.1.0"],
      "env": { "MINE": "1", "OPENAI_API_KEY": "old" },
      "disabled": false
    }
  }
}`;
  expect(add(text)).toBe(
    text
      .replace("agent-memory@0.1.0", "agent-memory")
      .replace('"OPENAI_API_KEY": "old"', '"OPENAI_API_KEY": "sk-secret"'),
  );
});

test("a replacement writes the whole entry again", () => {
  const text = `{"mcpServers":{"agent-memory":{"url":"https://x"}}}`;
  expect(
    jsonFormat.setServer(text, "mcpServers", "agent-memory", { ...entry, env: {} }, true),
  ).toBe(
    `{"mcpServers":{"agent-memory":{"command":"npx","args":["-y","@faculties/agent-memory"]}}}`,
  );
});

test.each([
  ["[]", "line 1, column 1: not a JSON object"],
  [`{\n  "a": 1\n  "b": 2\n}`, "line 3, column 3: not valid JSON (CommaExpected)"],
  [`{"mcpServers": []}`, 'line 1, column 16: "mcpServers" is not an object'],
  [`{"mcpServers": {}, "mcpServers": {}}`, 'line 1, column 20: "mcpServers" stands there twice'],
  [`{"a": 1`, "line 1, column 8: not valid JSON (CloseBraceExpected)"],
])("%j is not edited", (text, message) => {
  expect(() => add(text)).toThrow(message);
});
