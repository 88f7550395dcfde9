import type { Command } from "../app/command.ts";
import type { Option, Options } from "./define-option.ts";
import { inheritedOptions } from "./kit-options.ts";
import { oppositeFlag } from "./parse-options.ts";

type Subject = {
  name: string;
  version: string;
  summary: string;
  options: Options;
  commands: readonly Command<never>[];
};

/** The text of `--help`, made from the same declarations that are parsed. */
export function renderHelp({ name, version, summary, options, commands }: Subject): string {
  const listed = [
    { name: "", usage: "", summary: "Serve MCP over stdio (or HTTP with --http)" },
    ...commands,
  ];
  return [
    `${name} ${version} - ${summary}`,
    "",
    "Usage:",
    ...table(
      listed.map((command) => [
        [name, command.name, command.usage].filter(Boolean).join(" "),
        command.summary,
      ]),
    ),
    "",
    "Settings:",
    ...table(optionRows(options)),
    "",
    "Settings of every server:",
    ...table([
      ...optionRows(inheritedOptions(options)),
      ["--config <file>", "Read settings from a JSON file: flag names without dashes as keys"],
      ["--help, --version", "Show this text, or the version"],
    ]),
  ].join("\n");
}

/** The text of `<command> --help`. */
export function renderCommandHelp(app: string, command: Command<never>): string {
  return [
    `Usage: ${[app, command.name, command.usage].filter(Boolean).join(" ")}`,
    "",
    command.summary,
    ...(command.options ? ["", "Options:", ...table(optionRows(command.options))] : []),
  ].join("\n");
}

function optionRows(options: Options): [string, string][] {
  return Object.values(options).map((option) => [
    [flagText(option), option.env].filter(Boolean).join(", "),
    `${option.describe}${defaultText(option)}`,
  ]);
}

function flagText(option: Option): string | undefined {
  if (option.flag === undefined) return undefined;
  if (option.kind === "boolean")
    return option.default === true ? `--${oppositeFlag(option.flag)}` : `--${option.flag}`;
  return `--${option.flag} <${placeholder(option)}>`;
}

function placeholder(option: Option): string {
  if (option.kind === "choice") return option.choices.join("|");
  if (option.kind === "string" || option.kind === "list") return option.placeholder ?? "text";
  if (option.kind === "url") return "url";
  return "n";
}

function defaultText({ kind, default: value }: Option): string {
  return value === undefined || kind === "boolean" ? "" : ` (default: ${String(value)})`;
}

function table(rows: readonly (readonly [string, string] | string[])[]): string[] {
  const width = Math.min(44, Math.max(...rows.map(([left = ""]) => left.length)));
  return rows.map(([left = "", right = ""]) =>
    left.length > width
      ? `  ${left}\n  ${" ".repeat(width)}  ${right}`
      : `  ${left.padEnd(width)}  ${right}`,
  );
}
