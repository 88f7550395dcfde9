import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

/** The changes that can be reviewed, and the commands that show them. */
const CHANGES = new Map([
  ["everything uncommitted", "git diff HEAD"],
  ["staged", "git diff --staged"],
  ["unstaged", "git diff"],
  ["last commit", "git show HEAD"],
  ["this branch", "git diff $(git merge-base HEAD origin/HEAD)"],
]);
const USUAL = "everything uncommitted";

export const reviewDiffPrompt = definePrompt<Context>({
  name: "review-diff",
  title: "Review a diff",
  description: "Have a change reviewed for bugs and security problems, and fix what is found",
  uses: ["sequentialthinking"],
  arguments: [
    {
      name: "change",
      description: `which change: ${[...CHANGES.keys()].join(", ")}, or a git range (default: ${USUAL})`,
      complete: () => [...CHANGES.keys()],
    },
    { name: "focus", description: "what to look at most, such as security or error handling" },
  ],
  render({ change = "", focus = "" }) {
    const wanted = change.trim() === "" ? USUAL : change.trim();
    const command = CHANGES.get(wanted) ?? `git diff ${wanted}`;
    const task = focus.trim() === "" ? "" : ` Look most at: ${focus}.`;
    return `Review this change: ${wanted} (\`${command}\`).${task}

1. Get the diff with that command. If it is empty, say so and stop.
2. Call sequentialthinking with the whole diff in a fenced diff block in "thought", thoughtNumber 1, totalThoughts 2, nextThoughtNeeded true, and a branchId that names the change.
3. If gan.verdict is "pass", report the score and stop. Otherwise show me the findings by file and line, fix those on changed lines, and send the new diff as the next thought with the same branchId, until it passes or a finding needs my decision.
4. If the answer has a notice and no gan, report the notice: then nothing was reviewed.`;
  },
});
