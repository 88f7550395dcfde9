const FENCE = "```";

/** The parts of a shape: its unit is repeated between its beginning and its end. */
type Shape = { unit: string; begin?: string; end?: string };

const repeated = {
  newlines: "\n",
  "carriage returns": "\r",
  "line ends of Windows": "\r\n",
  "line separators": "\u2028",
  spaces: " ",
  tabs: "\t",
  "no-break spaces": "\u00a0",
  "indented newlines": " \n",
  NULs: "\0",
  "opening square brackets": "[",
  "opening round brackets": "(",
  "opening braces": "{",
  "closing brackets": "])}",
  "angle brackets": "<",
  "opening comments": "<!--",
  "comments of code": "/*",
  "double quotes": '"',
  "single quotes": "'",
  backticks: "`",
  backslashes: "\\",
  slashes: "/",
  "ways up": "../",
  letters: "a",
  capitals: "A",
  "camel case": "aA",
  digits: "0",
  underscores: "_",
  "equals signs": "=",
  hyphens: "-",
  hashes: "#",
  bars: "|",
  asterisks: "*",
  tildes: "~",
  dots: ".",
  commas: ",",
  semicolons: ";",
  "at signs": "@",
  dollars: "$",
  "template holes": "${a}",
  ampersands: "&",
  "half characters": "\ud800",
  "combining marks": "\u0301",
  "accented letters": "e\u0301",
  "letters that decompose": "\ufdfa",
  emoji: "👩‍👩‍👧‍👦",
  Chinese: "决定。",
  words: "we decided to keep the queue because it is simple ",
  sentences: "If it rains, then the street is wet. Therefore it rains. ",
  contradictions: "All cats are not dogs because all cats are dogs. ",
  authorities: "Experts say either we or you can't trust the initial price so ",
  addresses: "https://example.com/a?b=c#d ",
  "mail addresses": "a@b.c ",
  base64: "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu",
  headings: "# a #\n",
  lists: "- [ ] a\n",
  quotations: "> ",
  links: "[a](b)",
  "open links": "[a](",
  tables: "| a | b |\n",
  fences: `${FENCE}\n`,
  relations: "superseded by ADR-1, partly replaces ",
  objects: '{"a":',
  "lines of JSON": '{"a":[1,2,{"b":null}]}\n',
  "changed lines": "+const a = 1;\n-let b = 2;\n",
  "headers of hunks": "@@ a @@ b\r",
  "headers of files": "--- a\r+++ b\r",
  "keys and values": "password = 'abc' ; api_key: \"def\" ",
  queries: "SELECT a FROM b WHERE c = 'd' ",
} satisfies Record<string, string>;

const framed = {
  "newlines in a fence": { unit: "\n", begin: `${FENCE}js\n`, end: `\n${FENCE}` },
  "spaces in a fence": { unit: " ", begin: `${FENCE}ts\n`, end: `\n${FENCE}` },
  "functions in a fence": { unit: "function(", begin: `${FENCE}js\n`, end: `\n${FENCE}` },
  "declarations in a fence": { unit: "var a ", begin: `${FENCE}js\n`, end: `\n${FENCE}` },
  "templates in a fence": { unit: 'f("${a}");\n', begin: `${FENCE}js\n`, end: `\n${FENCE}` },
  "Python in a fence": { unit: "def a():\n  pass\n", begin: `${FENCE}python\n`, end: FENCE },
  "a diff in a fence": {
    unit: "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    begin: `${FENCE}diff\n`,
    end: FENCE,
  },
  "a hunk": { unit: "-a\n+b\n", begin: "--- a/x.js\n+++ b/x.js\n@@ -1,9 +1,9 @@\n" },
  "nested JSON": { unit: "[", begin: '{"a":' },
  "front matter": { unit: "a: [b, c]\n", begin: "---\n", end: "---\n# a\n" },
  "a blank after a title": { unit: "\t", begin: "# Use a queue", end: "b\n" },
} satisfies Record<string, Shape>;

/** Texts of about `size` characters, each of which has made some parser or regular expression slow. */
export function textShapes(size: number): [name: string, text: string][] {
  const shapes: [string, Shape][] = [
    ...Object.entries(repeated).map(([name, unit]): [string, Shape] => [name, { unit }]),
    ...Object.entries(framed),
  ];
  return shapes.map(([name, { unit, begin = "", end = "" }]) => {
    const room = Math.max(0, size - begin.length - end.length);
    // Some characters take six bytes on their way, so that there are fewer of them.
    const most = (2 * room) / (JSON.stringify(unit).length - 2);
    return [name, begin + unit.repeat(Math.floor(Math.min(room / unit.length, most))) + end];
  });
}
