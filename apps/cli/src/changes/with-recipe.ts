import { randomBytes } from "node:crypto";
import { recipeOf } from "@faculties/recipes";
import type { ServerName } from "../domain/known-servers.ts";

type Variables = Readonly<Record<string, string>>;

export type CompleteEntry = {
  flags: string[];
  env: Record<string, string>;
  /** The part of `env` that was made up just now. */
  generated: Record<string, string>;
  /** The values that a person still has to add before the server is fully useful. */
  missing: string | undefined;
};

/** The settings that the server needs to be useful and those that the caller asks for, which win; existing values stay. */
export function withRecipe(
  server: ServerName,
  { flags, env }: { flags: readonly string[]; env: Variables },
  present: Variables,
): CompleteEntry {
  const recipe = recipeOf(server);
  const isOpen = (name: string) => !(name in present) && !(name in env);
  const generated = Object.fromEntries(
    recipe.generated.filter(isOpen).map((name) => [name, randomBytes(24).toString("base64url")]),
  );
  const usual = Object.fromEntries(Object.entries(recipe.env).filter(([name]) => isOpen(name)));
  const { anyFlag = [], anyVariable = [], otherwise } = recipe.needs ?? {};
  const isMet =
    anyVariable.some((name) => name in present || name in env) ||
    anyFlag.some((flag) => flags.some((one) => one === flag || one.startsWith(`${flag}=`)));
  return {
    flags: [...recipe.args.filter((flag) => !flags.includes(flag)), ...flags],
    env: { ...usual, ...generated, ...env },
    generated,
    missing: isMet ? undefined : otherwise,
  };
}
