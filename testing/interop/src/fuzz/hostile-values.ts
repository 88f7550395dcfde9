/** Strings that have broken some program somewhere. */
export const hostileStrings: readonly string[] = [
  "",
  " ",
  "\u0000",
  "before\u0000after",
  "\ud800",
  "\udfff tail",
  "\u202e\u2066evil\u2069",
  "e\u0301\u0327\u0489".repeat(50),
  "\ufeff\u200b\u200d",
  "👩‍👩‍👧‍👦🇺🇳",
  "\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}",
  "a\u00ad\u2060b\ufe01\u{e0101}",
  "\u001b[2J\u001b]0;title\u0007",
  "line\r\nInjected: header\r\n\r\nbody",
  "__proto__",
  "constructor",
  "toString",
  "../../../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "/dev/zero",
  "/proc/self/environ",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "$(touch injected)",
  "`touch injected`; touch injected | touch injected && touch injected",
  "--help",
  "-rf",
  "' OR '1'='1",
  "'); DROP TABLE decisions; --",
  '" OR ""="',
  "* OR NEAR(a b) AND NOT ^c:d",
  '"unbalanced (parentheses',
  "col:value {a b} : + - *",
  "%",
  "%_\\",
  "{{7*7}}${7*7}<%= 7*7 %>#{7*7}",
  "{{constructor.constructor('return process')()}}",
  "%s%n%x%d",
  "<script>alert(1)</script>",
  "]]><!--",
  "a".repeat(5_000),
  "(".repeat(2_000),
  "[[[[".repeat(500),
  "a,".repeat(2_000),
  "NaN",
  "-0",
  "1e309",
  "0x10",
  "９９",
  "null",
  "true",
  "2025-02-30T25:61:61Z",
  "00000000-0000-0000-0000-000000000000",
];

const deep = (levels: number, open: string, close: string) =>
  JSON.parse(open.repeat(levels) + close.repeat(levels)) as unknown;

/** Values of every JSON type for places where another one is expected. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 31 - 1,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  [[]],
  { length: 3 },
  JSON.parse('{"toString":1,"valueOf":2,"then":3,"toJSON":4}'),
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  deep(500, "[", "]"),
  ...hostileStrings,
];

const MEBIBYTE = 2 ** 20;

/** JSON that is too costly to send more than once per tool. */
export const heavyJson: readonly string[] = [
  JSON.stringify("x".repeat(MEBIBYTE)),
  JSON.stringify("\u0000".repeat(MEBIBYTE / 16)),
  JSON.stringify(Array.from({ length: 50_000 }, (_, index) => index)),
];

/** JSON that parses, but is too deep for whatever calls itself on the way down. */
export const bottomlessJson: readonly string[] = [
  `{"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
];
