import type { Command } from "../command.ts";
import { commandNames, optionChoices, wordsAfter } from "./words.ts";

/** For `source <(faculties completion bash)`. */
export function renderBash(commands: readonly Command[]): string {
  return `_faculties() {
  local words=""
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name}) words="${wordsAfter(command)}" ;;`).join("\n")}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commandNames(commands)}"
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${[...optionChoices(commands)].map(([name, choices]) => `    --${name}) words="${choices}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _faculties faculties`;
}
