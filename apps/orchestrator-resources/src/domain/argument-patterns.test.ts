import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesRule, readArgumentRule } from "./argument-patterns.ts";

const allows = (rule: string, ...args: string[]): boolean => {
  const read = readArgumentRule(rule);
  if (!read) throw new Error(`not a rule: ${rule}`);
  return matchesRule(read, args);
};

describe("a rule", () => {
  test.each([
    ["npm: run test", { command: "npm", patterns: ["run", "test"] }],
    ["/srv/a tool:  x  **", { command: "/srv/a tool", patterns: ["x", "**"] }],
    ["git:status", undefined],
    ["git: ", undefined],
    [": status", undefined],
    ["git: ** status", undefined],
  ])("is read from %j", (text, rule) => expect(readArgumentRule(text)).toEqual(rule));

  test.each([
    ["npm: run test", ["run", "test"], true],
    ["npm: run test", ["run", "test", "--", "x"], false],
    ["npm: run test", ["run"], false],
    ["npm: run *", ["run", "build"], true],
    ["npm: run *", ["run", "--script-shell=/tmp/x"], false],
    ["npm: run test-*-fast", ["run", "test-unit-fast"], true],
    ["npm: run test-*-fast", ["run", "test-fast"], false],
    ["git: log -n* **", ["log", "-n5", "src", "docs"], true],
    ["git: log **", ["log", "--output=/etc/passwd"], false],
    ["git: log **", ["log", "src", "-x"], false],
    ["git: log **", ["log"], true],
    ["git: log -*", ["log", "--oneline"], true],
    ["git: *", [""], true],
    ["git: a*b*c", ["abbc"], true],
    ["git: a*b*c", ["ac"], false],
    ["git: a*b*bc", ["abc"], false],
  ])("%s and %j: %s", (rule, args, expected) => expect(allows(rule, ...args)).toBe(expected));

  test("matches as the regular expression with the same meaning does", () => {
    const word = fc.stringMatching(/^[ab*-]{1,6}$/).filter((text) => text !== "**");
    const argument = fc.stringMatching(/^[ab-]{0,8}$/);
    fc.assert(
      fc.property(word, argument, (pattern, text) => {
        const form = new RegExp(`^${pattern.split("*").join("[^]*")}$`);
        const isOption = text.startsWith("-") && !pattern.startsWith("-");
        expect(matchesRule({ command: "x", patterns: [pattern] }, [text])).toBe(
          form.test(text) && !isOption,
        );
      }),
    );
  });
});
