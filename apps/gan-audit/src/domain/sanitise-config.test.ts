import { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { describe, expect, test } from "vitest";
import { readConfigBlock } from "./sanitise-config.ts";

const base = SessionConfig.parse({});

describe("readConfigBlock", () => {
  test("names a few of many unknown settings, and counts the rest", () => {
    const keys = Array.from({ length: 5_000 }, (_, at) => [`key${at}`, at]);
    const { config, notes } = readConfigBlock(JSON.stringify(Object.fromEntries(keys)), base);
    expect(config).toEqual(base);
    expect(notes).toHaveLength(11);
    expect(notes.at(0)).toBe('there is no setting named "key0"');
    expect(notes.at(-1)).toBe("4990 further settings are not known either");
  });

  test.each(['{"threshold": NaN}', "[1, 2]", "null", "", "{".repeat(50_000)])(
    "keeps the settings over what is no object of JSON: %.20s",
    (block) => {
      expect(readConfigBlock(block, base).config).toEqual(base);
      expect(readConfigBlock(block, base).notes).toHaveLength(1);
    },
  );
});
