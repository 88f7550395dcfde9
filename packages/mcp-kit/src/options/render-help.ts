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
    ...renderTable(
      listed.map((command) => [
        [name, command.name, command.usage].filter(Boolean).join(" "),
        command.summary,
      ]),
    ),
    "",
    "Settings:",
    ...renderTable(optionRows(options)),
    "",
    "Settings of every server:",
    ...renderTable([
      ...optionRows(inheritedOptions(options)),
      ["--config <file>", "Read settings from a JSON file: flag names without dashes as keys"],
      ["--help, --version", "Show this text, or the version"],
    ]),
  ].join("\n");
}

type CommandSubject = Pick<Command<never>, "name" | "usage" | "summary" | "options">;

/** The text of `<command> --help`. */
export function renderCommandHelp(app: string, command: CommandSubject): string {
  const options = optionRows(command.options ?? {});
  return [
    `Usage: ${[app, command.name, command.usage].filter(Boolean).join(" ")}`,
    "",
    command.summary,
    ...(options.length > 0 ? ["", "Options:", ...renderTable(options)] : []),
  ].join("\n");
}

/** A row for each option: its flag and variable, and the sentence that describes it. */
export function optionRows(options: Options): [string, string][] {
  return Object.values(options).map((option) => [
    [flagText(option), option.env].filter(Boolean).join(", "),
    `${option.describe}${choicesText(option)}${defaultText(option)}`,
  ]);
}

function flagText(option: Option): string | undefined {
  const { flag, short } = option;
  if (flag === undefined) return undefined;
  const shown = option.kind === "boolean" && option.default === true ? oppositeFlag(flag) : flag;
  const value = option.kind === "boolean" ? "" : ` <${placeholder(option)}>`;
  return `${short === undefined ? "" : `-${short}, `}--${shown}${value}`;
}

function placeholder(option: Exclude<Option, { kind: "boolean" }>): string {
  if ("placeholder" in option && option.placeholder !== undefined) return option.placeholder;
  if (option.kind === "url") return "url";
  if (option.kind === "choice") return option.choices.join("|");
  return option.kind === "string" || option.kind === "list" ? "text" : "n";
}

/** Choices that the placeholder does not show. */
function choicesText(option: Option): string {
  const choices = "choices" in option && option.placeholder ? option.choices : undefined;
  return choices ? `: ${choices.join(", ")}` : "";
}

function defaultText({ kind, default: value }: Option): string {
  const isShown = value !== undefined && kind !== "boolean" && String(value) !== "";
  return isShown ? ` (default: ${String(value)})` : "";
}

/** Two columns, of which the left one is as wide as its rows need, but no wider than 44 characters. */
export function renderTable(rows: readonly (readonly [string, string] | string[])[]): string[] {
  const width = Math.min(44, Math.max(...rows.map(([left = ""]) => left.length)));
  return rows.map(([left = "", right = ""]) =>
    left.length > width
      ? `  ${left}\n  ${" ".repeat(width)}  ${right}`
      : `  ${left.padEnd(width)}  ${right}`,
  );
}
