import type { CompletedProgram } from "./completed-program.ts";
import { firstWords, functionName, valuesOfFlags, wordsAfter } from "./words.ts";

/** For `source <(program completion bash)`. */
export function renderBash(program: CompletedProgram): string {
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
