export { checkPatch } from "./check-patch.ts";
export type { Environment } from "./git-environment.ts";
export { GitError } from "./git-error.ts";
export { type GitObstacle, openRepository, type Repository } from "./open-repository.ts";
export type { GitOptions, GitResult } from "./run-git.ts";
