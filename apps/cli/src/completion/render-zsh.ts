import type { Command } from "../command.ts";
import { commandNames, optionChoices, wordsAfter } from "./words.ts";

/** For `source <(faculties completion zsh)`, or as the file `_faculties` in a folder of `fpath`. */
export function renderZsh(commands: readonly Command[]): string {
  return `#compdef faculties
_faculties() {
  local -a candidates
  case "\${words[2]}" in
${commands.map((command) => `    ${command.name}) candidates=(${wordsAfter(command)}) ;;`).join("\n")}
  esac
  (( CURRENT == 2 )) && candidates=(${commandNames(commands)})
  case "\${words[CURRENT - 1]}" in
${[...optionChoices(commands)].map(([name, choices]) => `    --${name}) candidates=(${choices}) ;;`).join("\n")}
  esac
  compadd -- $candidates
}
if [[ "\${funcstack[1]}" == _faculties ]]; then _faculties "$@"; else compdef _faculties faculties; fi`;
}
