import type { CompletedProgram } from "./completed-program.ts";
import { firstWords, functionName, valuesOfFlags, wordsAfter } from "./words.ts";

/** For `source <(program completion zsh)`, or as the file `_program` in a folder of `fpath`. */
export function renderZsh(program: CompletedProgram): string {
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
