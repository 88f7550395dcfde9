import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { option } from "./define-option.ts";
import { parseOptions } from "./parse-options.ts";

const options = {
  name: option.text({ flag: "name", env: "NAME", describe: "", default: "anybody" }),
  size: option.integer({ flag: "size", env: "SIZE", min: 1, max: 9, describe: "", default: 3 }),
  ratio: option.decimal({ flag: "ratio", describe: "" }),
  mode: option.choice({ flag: "mode", choices: ["fast", "safe"], describe: "", default: "safe" }),
  only: option.list({ flag: "only", env: "ONLY", describe: "" }),
  verbose: option.boolean({ flag: "verbose", describe: "" }),
  enableTx: option.boolean({ flag: "enable-tx", env: "ENABLE_TX", describe: "", default: true }),
  key: option.secret({ env: "KEY", describe: "" }),
  address: option.url({ flag: "address", env: "ADDRESS", describe: "" }),
};
const defaults = {
  name: "anybody",
  size: 3,
  ratio: undefined,
  mode: "safe",
  only: undefined,
  verbose: false,
  enableTx: true,
  key: undefined,
  address: undefined,
};
const parse = (args: string[], env: Record<string, string> = {}) =>
  parseOptions(options, args, env);
const messageOf = (args: string[], env: Record<string, string> = {}) => {
  try {
    parse(args, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return undefined;
};

describe("parseOptions", () => {
  test("an address is an http or https URL, and a bad one is not repeated", () => {
    const { values } = parse(["--address", " https://api.example/v1 "]);
    expect(values.address).toBe("https://api.example/v1");
    for (const bad of ["api.example", "ftp://user:secret@host/", "http://"])
      expect(messageOf([], { ADDRESS: bad })).toBe("ADDRESS must be an http or https URL.");
  });

  test("a secret is taken without the line end that came along", () => {
    expect(parse([], { KEY: " k e y\r\n" }).values.key).toBe("k e y");
  });

  test("reads flags in both forms, repeated lists, switches and their opposites", () => {
    const args = "--name=a=b --size 4 --only x,y --only z --verbose --disable-tx run --ratio -1.5";
    expect(parse(args.split(" "))).toEqual({
      values: {
        ...defaults,
        name: "a=b",
        size: 4,
        ratio: -1.5,
        only: ["x", "y", "z"],
        verbose: true,
        enableTx: false,
      },
      positionals: ["run"],
    });
  });

  test("takes what follows -- as it is", () => {
    expect(parse(["run", "--", "--name", "-x"]).positionals).toEqual(["run", "--name", "-x"]);
  });

  test("flags win over variables, variables over the file, the file over defaults", async () => {
    const file = join(await temporaryDirectory(), "settings.json");
    writeFileSync(file, JSON.stringify({ name: "file", size: 7, mode: "fast", only: ["a", "b"] }));
    const { values } = parse(["--config", file, "--name", "flag"], { SIZE: "8", KEY: "k" });
    expect(values).toEqual({
      ...defaults,
      name: "flag",
      size: 8,
      mode: "fast",
      only: ["a", "b"],
      key: "k",
    });
  });

  test("an empty variable counts as absent", () => {
    expect(parse([], { NAME: "", SIZE: "" }).values).toEqual(defaults);
  });

  test.each([
    [["--nam", "x"], {}, "Unknown flag --nam. Did you mean --name? Run with --help for the list."],
    [["-x"], {}, "Unknown flag -x. Run with --help for the list."],
    [["-mode"], {}, "Unknown flag -mode. Did you mean --mode? Run with --help for the list."],
    [["--sice"], {}, "Unknown flag --sice. Did you mean --size? Run with --help for the list."],
    [["--name"], {}, "--name needs a value."],
    [["--name", "--verbose"], {}, "--name needs a value."],
    [["--name", ""], {}, "--name needs a value."],
    [[], { NAME: "  " }, "NAME needs a value."],
    [["--size", "ten"], {}, '--size must be a whole number from 1 to 9, not "ten".'],
    [["--size="], {}, '--size must be a whole number from 1 to 9, not "".'],
    [[], { SIZE: "0" }, 'SIZE must be a whole number from 1 to 9, not "0".'],
    [["--mode", "slow"], {}, '--mode must be one of fast, safe, not "slow".'],
    [["--verbose=maybe"], {}, '--verbose must be true or false, not "maybe".'],
    [["--disable-tx=1"], {}, "--disable-tx takes no value."],
    [["--key", "k"], {}, "Unknown flag --key. Run with --help for the list."],
  ])("refuses %j %j", (args, env, message) => {
    expect(messageOf(args, env as Record<string, string>)).toBe(message);
  });

  test("says what is wrong with a configuration file", async () => {
    const folder = await temporaryDirectory();
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    expect(messageOf(["--config", join(folder, "none.json")])).toMatch(/^Cannot read .*none\.json/);
    expect(messageOf(["--config", write("broken.json", "{")])).toMatch(
      /^Cannot read .*broken\.json/,
    );
    expect(messageOf(["--config", write("list.json", "[]")])).toMatch(
      /must hold one JSON object\.$/,
    );
    expect(messageOf(["--config", write("odd.json", '{"sise":1}')])).toMatch(
      /unknown setting "sise"\.$/,
    );
    expect(messageOf(["--config", write("bad.json", '{"size":"x"}')])).toMatch(
      /bad\.json: size must be a whole number from 1 to 9, not "x"\.$/,
    );
  });
});
