type Shared = {
  /** Long flag without its dashes; a boolean `enable-x` also gets `--disable-x`, any other boolean `--no-x`. */
  flag?: string;
  /** One letter that stands for the flag. */
  short?: string;
  env?: string;
  describe: string;
};

type OptionKind =
  | { kind: "string"; placeholder?: string }
  | { kind: "secret" | "url" }
  | { kind: "integer" | "number"; min?: number; max?: number; placeholder?: string }
  | { kind: "boolean"; isLiteral?: boolean }
  | { kind: "choice"; choices: readonly string[]; placeholder?: string }
  | ({ kind: "list" } & ListShape);

type ListShape = {
  placeholder?: string;
  choices?: readonly string[];
  /** Each value has a flag of its own, because commas may be part of it. */
  isRepeated?: boolean;
};

export type Option<Value = unknown> = Shared & OptionKind & { default?: Value };
export type Options = Record<string, Option>;

export type OptionValues<Declared extends Options> = {
  [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

type WithDefault<Value> = Shared & { default: Value };
type Bounds = { min?: number; max?: number; placeholder?: string };
type Choices<Choice> = { choices: readonly Choice[]; placeholder?: string };

function text(spec: WithDefault<string> & { placeholder?: string }): Option<string>;
function text(spec: Shared & { placeholder?: string }): Option<string | undefined>;
function text(spec: Shared & { placeholder?: string }): Option<string | undefined> {
  return { kind: "string", ...spec };
}

function url(spec: WithDefault<string>): Option<string>;
function url(spec: Shared): Option<string | undefined>;
function url(spec: Shared): Option<string | undefined> {
  return { kind: "url", ...spec };
}

function integer(spec: WithDefault<number> & Bounds): Option<number>;
function integer(spec: Shared & Bounds): Option<number | undefined>;
function integer(spec: Shared & Bounds): Option<number | undefined> {
  return { kind: "integer", ...spec };
}

function decimal(spec: WithDefault<number> & Bounds): Option<number>;
function decimal(spec: Shared & Bounds): Option<number | undefined>;
function decimal(spec: Shared & Bounds): Option<number | undefined> {
  return { kind: "number", ...spec };
}

function choice<const Choice extends string>(
  spec: WithDefault<NoInfer<Choice>> & Choices<Choice>,
): Option<Choice>;
function choice<const Choice extends string>(
  spec: Shared & Choices<Choice>,
): Option<Choice | undefined>;
function choice<const Choice extends string>(
  spec: Shared & Choices<Choice>,
): Option<Choice | undefined> {
  return { kind: "choice", ...spec };
}

function list(spec: WithDefault<string[]> & ListShape): Option<string[]>;
function list(spec: Shared & ListShape): Option<string[] | undefined>;
function list(spec: Shared & ListShape): Option<string[] | undefined> {
  return { kind: "list", ...spec };
}

/**
 * One declaration per setting: the flag, the variable, the type, the bounds, the default and the sentence that
 * `--help` and the README show. A secret has no flag, because command lines are visible to other users.
 */
export const option = {
  text,
  url,
  integer,
  decimal,
  choice,
  list,
  /** A literal one is on for `true` alone, as a contract may ask; any other text is off. */
  boolean: (spec: Shared & { default?: boolean; isLiteral?: boolean }): Option<boolean> => ({
    kind: "boolean",
    default: false,
    ...spec,
  }),
  secret: (spec: Omit<Shared, "flag"> & { env: string }): Option<string | undefined> => ({
    kind: "secret",
    ...spec,
  }),
};
