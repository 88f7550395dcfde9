import type { Command } from "../command.ts";
import { renderBash } from "./render-bash.ts";
import { renderFish } from "./render-fish.ts";
import { renderZsh } from "./render-zsh.ts";

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish };

export type Shell = keyof typeof renderers;

export const shells = Object.keys(renderers) as Shell[];

/** The script that completes this command in a shell. */
export function renderCompletion(shell: Shell, commands: readonly Command[]): string {
  return renderers[shell](commands);
}
