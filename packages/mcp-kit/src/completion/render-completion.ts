import type { CompletedProgram } from "./completed-program.ts";
import { renderBash } from "./render-bash.ts";
import { renderFish } from "./render-fish.ts";
import { renderZsh } from "./render-zsh.ts";

export type { CompletedFlag, CompletedProgram } from "./completed-program.ts";

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish };

export type Shell = keyof typeof renderers;

export const shells = Object.keys(renderers) as Shell[];

/** The script that completes a program in a shell. */
export function renderCompletion(shell: Shell, program: CompletedProgram): string {
  return renderers[shell](program);
}
