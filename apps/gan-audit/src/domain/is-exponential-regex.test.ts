import { describe, expect, test } from "vitest";
import { isExponentialRegex } from "./is-exponential-regex.ts";

const dangerous = [
  String.raw`^(a+)+$`,
  String.raw`(a*)*b`,
  String.raw`^(\w+\s?)*$`,
  String.raw`(a|a)*$`,
  String.raw`(a|aa)+$`,
  String.raw`^([a-zA-Z0-9]+)*@`,
  String.raw`(.*)*x`,
  String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  String.raw`^([a-zA-Z0-9]{2,4})+$`,
  String.raw`(?:\s*\w+)*;`,
  String.raw`(?P<words>[\w ]+)*$`,
  String.raw`(\d+|\w+)*!`,
  String.raw`^(?:[^"]|\s)*"$`,
  String.raw`(x+x+)+y`,
  String.raw`(a{1,50})+b`,
];

const harmless = [
  String.raw`^[a-z]+$`,
  String.raw`^(?:[a-z]+,)*[a-z]+$`,
  String.raw`^(?:\w+\.)+\w+$`,
  String.raw`"([^"\\]|\\.)*"`,
  String.raw`^\s+|\s+$`,
  String.raw`^\d{4}-\d{2}-\d{2}$`,
  String.raw`(a|b)*c`,
  String.raw`^(https?):\/\/([^/]+)(\/.*)?$`,
  String.raw`(?>a+)+b`,
  String.raw`(?:a++)+b`,
  String.raw`^#(?:[0-9a-f]{3}){1,2}$`,
  String.raw`(\r\n|\n)*end`,
  String.raw`[`,
  String.raw``,
];

describe("isExponentialRegex", () => {
  test.each(dangerous)("sees that %s can blow up", (source) => {
    expect(isExponentialRegex(source)).toBe(true);
  });

  test.each(harmless)("accepts %s", (source) => {
    expect(isExponentialRegex(source)).toBe(false);
  });

  test("judges every loop of a long pattern", () => {
    expect(isExponentialRegex("(a|b|c)+d".repeat(200))).toBe(false);
    expect(isExponentialRegex(`${"x".repeat(300)}(a+)+b`)).toBe(true);
    expect(isExponentialRegex(`${"(a|b|c)+d".repeat(200)}(a+)+b`)).toBe(true);
  });

  test("does not call a loop harmless that is too large to judge", () => {
    expect(isExponentialRegex(`(${"(a|b|c)d".repeat(200)})+`)).toBeUndefined();
    expect(isExponentialRegex(`(${"abcd".repeat(200)})+(a+)+b`)).toBe(true);
  });
});
