import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

export const runInParallelPrompt = definePrompt<Context>({
  name: "run-in-parallel",
  title: "Run in parallel",
  description: "Run several commands at the same time, or in an order, and report what failed",
  uses: ["graph_create", "plan_run", "plan_join"],
  arguments: [
    {
      name: "commands",
      description: "what to run, such as: lint and test, then build",
      required: true,
    },
  ],
  render: ({ commands = "" }) => `Run this in parallel as far as possible: ${commands}

1. Call graph_create with one node per command (kind "child", the program in "command", its arguments as a list in "args", no shell), and an edge wherever one must wait for another.
2. Call plan_run with a node_timeout_ms that fits, then plan_join with include_nodes until the run has ended.
3. Report each command with its result and how long it took. For those that failed, read the end of the output with logs_tail and say what is wrong. Do not fix anything before you have reported.
4. If a program or folder is not allowed, tell me the flag that the error names.`,
});
