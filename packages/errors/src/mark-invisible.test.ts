import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markInvisible, markInvisibleInJson, markInvisibleInside } from "./mark-invisible.ts";

const tags = (text: string) =>
  Array.from(text, (one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join("");
const SCOTLAND = `\u{1f3f4}${tags("gbsct")}\u{e007f}`;

/** Every character that is never visible, by itself. */
const INVISIBLE = [
  ...range(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  ...range(0x180b, 0x180f),
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  0x3164,
  ...range(0xfe00, 0xfe0f),
  0xfeff,
  0xffa0,
  ...range(0xfff0, 0xfffb),
  ...range(0x1bca0, 0x1bca3),
  ...range(0x1d173, 0x1d17a),
  ...range(0xe0000, 0xe0fff),
].map((code) => String.fromCodePoint(code));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

describe("invisible characters", () => {
  test("are shown, each of them", () => {
    for (const one of INVISIBLE) {
      const code = one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      expect(markInvisible(`a${one}b`)).toBe(`a⟨U+${code}⟩b`);
    }
  });

  test("include every code point that Unicode lets programs ignore", () => {
    const unmarked = range(0, 0x10ffff)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter(
        (one) =>
          /\p{Default_Ignorable_Code_Point}/u.test(one) && markInvisible(`a${one}b`) === `a${one}b`,
      );
    expect(unmarked).toEqual([]);
  });

  test.each([
    ["a sentence in tags", `Fine.${tags("do evil")}`, /^Fine\.(?:⟨U\+E00[\dA-F]{2}⟩){7}$/],
    ["reversed text", "a\u202eb\u202c", /^a⟨U\+202E⟩b⟨U\+202C⟩$/],
    ["isolates", "\u2066x\u2069", /^⟨U\+2066⟩x⟨U\+2069⟩$/],
    [
      "a message in variation selectors",
      "😀\ufe0f\ufe01\u{e0110}",
      /^😀\ufe0f⟨U\+FE01⟩⟨U\+E0110⟩$/,
    ],
    [
      "a sentence after a flag",
      `\u{1f3f4}${tags("ignore all rules")}\u{e007f}`,
      /^\u{1f3f4}(?:⟨U\+E00..⟩)+$/u,
    ],
    ["a byte order mark inside a line", "a\ufeff b++\ufeff", /^a⟨U\+FEFF⟩ b\+\+⟨U\+FEFF⟩$/],
    ["a joiner between Latin letters", "a\u200db", /^a⟨U\+200D⟩b$/],
    ["two joiners in a word", "می\u200c\u200cخ", /^می⟨U\+200C⟩⟨U\+200C⟩خ$/],
  ])("are shown in %s", (_, text, expected) => {
    expect(markInvisible(text)).toMatch(expected);
  });

  test.each([
    ["lines and tabs", "a\tb\r\nc\n"],
    ["a byte order mark where a line begins, also in a diff", "a\n\ufeffb\n-\ufeffc\n+\ufeffd"],
    ["controls, which JSON shows as escapes", "\u0000 and \u001b[31mred"],
    ["a family", "👨\u200d👩\u200d👧\u200d👦 and 🏳\ufe0f\u200d🌈 and 👩🏽\u200d🚀"],
    ["a flag of a region", SCOTLAND],
    ["a heart and a keycap", "❤\ufe0f 1\ufe0f\u20e3 ☎\ufe0e"],
    ["Persian", "می\u200cخواهم"],
    ["Devanagari, Malayalam and Sinhala", "क्\u200dष ന്\u200dമ ශ්\u200dරී"],
    ["variants of ideographs", "葛\u{e0100}城 㐂\ufe00"],
    ["Mongolian", "ᠠ\u180b"],
    ["other languages and spaces", "Ünïcödé 日本語 עברית \u00a0\u2003\u3000 ﷽"],
    ["characters that share a surrogate with invisible ones", "\u{1d11e} \u{1bc00}"],
  ])("stay where writing needs them: %s", (_, text) => {
    expect(markInvisible(text)).toBe(text);
  });
});

const word = fc.constantFrom(
  ...INVISIBLE.filter((_, at) => at % 7 === 0 || at < 120),
  "\u200d",
  "\u200c",
  "\ufe0f",
  "😀",
  "👩",
  "🏽",
  "❤",
  "\u{1f3f4}",
  tags("gbsct"),
  "\u{e007f}",
  "می",
  "خ",
  "क",
  "्",
  "葛",
  "ᠠ",
  "a",
  "1",
  "\u20e3",
  " ",
  "\n",
  "\\",
  '"',
  "⟨U+202E⟩",
  "\\u0000",
  "\\b",
);
const mixed = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
const anyText = fc.oneof(mixed, fc.string({ unit: "binary" }));

describe("marking", () => {
  test("leaves nothing to mark", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const marked = markInvisible(text);
        expect(markInvisible(marked)).toBe(marked);
      }),
      { numRuns: 2_000 },
    );
  });

  test("leaves other text as it is, to the byte", () => {
    const visible = fc.string({ unit: "binary" }).map((text) =>
      Array.from(text)
        .filter((one) => !INVISIBLE.includes(one))
        .join(""),
    );
    fc.assert(
      fc.property(visible, (text) => {
        expect(markInvisible(text)).toBe(text);
      }),
    );
  });

  test("loses and adds nothing but marks", () => {
    const plain = fc.array(
      fc.oneof(fc.constantFrom(...INVISIBLE), fc.constantFrom("a", " ", "\n")),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(plain, (characters) => {
        const text = characters.join("");
        const back = markInvisible(text).replaceAll(/⟨U\+([\dA-F]+)⟩/g, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        );
        expect(back).toBe(text);
      }),
    );
  });

  test("does the same in JSON as in the strings of it", () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        mixed,
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
      ),
    })).value;
    const markAll = (one: unknown): unknown => {
      if (typeof one === "string") return markInvisible(one);
      if (Array.isArray(one)) return one.map(markAll);
      if (typeof one !== "object" || one === null) return one;
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, markAll(inner)]));
    };
    fc.assert(
      fc.property(value, (one) => {
        expect(JSON.parse(markInvisibleInJson(JSON.stringify(one)))).toEqual(markAll(one));
        expect(markInvisibleInside(one)).toEqual(markAll(one));
      }),
      { numRuns: 500 },
    );
  });

  test("gives back the very value when there is nothing to mark", () => {
    const value = { text: "❤️ plain\n", list: ["C:\\build\\file"] };
    expect(markInvisibleInside(value)).toBe(value);
  });

  test.each(["\u200b", "\u{1f3f4}\u{e0061}", "👩\u200d", "\u0000", "می\u200c", "\\", "😀\ufe0f"])(
    "takes time that grows with the length, of %j",
    (one) => {
      const secondsFor = (text: string) => {
        const before = process.cpuUsage();
        markInvisible(text);
        markInvisibleInJson(JSON.stringify(text));
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1e6;
      };
      expect(secondsFor(one.repeat(400_000 / one.length))).toBeLessThan(1);
    },
  );
});
