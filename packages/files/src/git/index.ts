export { type Environment, type GitOptions, type GitResult, runGit } from "./run-git.ts";
