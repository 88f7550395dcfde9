import type { Options } from "../options/define-option.ts";

export type CompletedFlag = {
  /** Without its dashes. */
  name: string;
  describe: string;
  takesValue: boolean;
  choices?: readonly string[] | undefined;
};

type CompletedCommand = {
  name: string;
  summary: string;
  /** The possible arguments, where they are known. */
  arguments: readonly string[];
  flags: readonly CompletedFlag[];
};

/** The parts of a program that a shell can complete. `flags` stand before or without any command. */
export type CompletedProgram = {
  name: string;
  commands: readonly CompletedCommand[];
  flags: readonly CompletedFlag[];
};

/** The flags among the options of a program. */
export function completedFlags(options: Options): CompletedFlag[] {
  return Object.values(options).flatMap((setting) =>
    setting.flag === undefined
      ? []
      : [
          {
            name: setting.flag,
            describe: setting.describe,
            takesValue: setting.kind !== "boolean",
            choices: "choices" in setting ? setting.choices : undefined,
          },
        ],
  );
}

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish };

export type Shell = keyof typeof renderers;

export const shells = Object.keys(renderers) as Shell[];

/** The script that completes a program in a shell. */
export function renderCompletion(shell: Shell, program: CompletedProgram): string {
  return renderers[shell](program);
}

/** For `source <(program completion bash)`. */
function renderBash(program: CompletedProgram): string {
  const complete = functionName(program);
  const first = firstWords(program);
  return `${complete}() {
  local words="${first}"
  case "\${COMP_WORDS[1]}" in
${program.commands.map((command) => `    ${command.name}) [ "$COMP_CWORD" -gt 1 ] && words="${wordsAfter(command)}" ;;`).join("\n")}
  esac
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${[...valuesOfFlags(program)].map(([name, values]) => `    --${name}) words="${values}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${complete} ${program.name}`;
}

/** For `source <(program completion zsh)`, or as the file `_program` in a folder of `fpath`. */
function renderZsh(program: CompletedProgram): string {
  const complete = functionName(program);
  return `#compdef ${program.name}
${complete}() {
  local -a candidates=(${firstWords(program)})
  case "\${words[2]}" in
${program.commands.map((command) => `    ${command.name}) (( CURRENT > 2 )) && candidates=(${wordsAfter(command)}) ;;`).join("\n")}
  esac
  case "\${words[CURRENT - 1]}" in
${[...valuesOfFlags(program)].map(([name, values]) => `    --${name}) candidates=(${values}) ;;`).join("\n")}
  esac
  compadd -- $candidates
}
if [[ "\${funcstack[1]}" == _${program.name} ]]; then ${complete} "$@"; else compdef ${complete} ${program.name}; fi`;
}

/** For `program completion fish | source`. */
function renderFish({ name, commands, flags }: CompletedProgram): string {
  const start = `complete -c ${name}`;
  const withoutCommand = `${start} -n __fish_use_subcommand`;
  return [
    `${start} -f`,
    ...commands.map(
      (command) => `${withoutCommand} -a ${command.name} -d ${quoted(command.summary)}`,
    ),
    ...flags.map((flag) => flagLine(withoutCommand, flag)),
    ...commands.flatMap((command) => commandLines(start, command)),
  ].join("\n");
}

function commandLines(program: string, command: CompletedCommand): string[] {
  const start = `${program} -n '__fish_seen_subcommand_from ${command.name}'`;
  const offered = command.arguments.join(" ");
  return [
    ...(offered === "" ? [] : [`${start} -a '${offered}'`]),
    ...command.flags.map((flag) => flagLine(start, flag)),
  ];
}

function flagLine(start: string, { name, describe, takesValue, choices }: CompletedFlag): string {
  const value = takesValue ? (choices ? ` -x -a '${choices.join(" ")}'` : " -r -F") : "";
  return `${start} -l ${name}${value} -d ${quoted(describe)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

/** A shell function cannot have every name that a program can. */
function functionName({ name }: CompletedProgram): string {
  return `_${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}

/** The words that can stand first. */
function firstWords({ commands, flags }: CompletedProgram): string {
  return [...commands.map(({ name }) => name), ...dashed(flags), "--help", "--version"].join(" ");
}

/** The words that can follow a command: its arguments and its flags. */
function wordsAfter(command: CompletedCommand): string {
  return [...command.arguments, ...dashed(command.flags), "--help"].join(" ");
}

/** The words that can follow a flag, for every flag with a list of values. */
function valuesOfFlags({ commands, flags }: CompletedProgram): Map<string, string> {
  const all = [...flags, ...commands.flatMap((command) => command.flags)];
  return new Map(all.flatMap(({ name, choices }) => (choices ? [[name, choices.join(" ")]] : [])));
}

function dashed(flags: readonly CompletedFlag[]): string[] {
  return flags.map(({ name }) => `--${name}`);
}
