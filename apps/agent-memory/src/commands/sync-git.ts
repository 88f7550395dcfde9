import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { syncGit } from "../events/sync-git.ts";
import { jsonOption } from "./json-option.ts";

const options = {
  limit: option.integer({
    flag: "limit",
    min: 1,
    max: 100_000,
    default: 1_000,
    describe: "Most commits to read, newest first",
  }),
  timeoutMs: option.integer({
    flag: "git-timeout-ms",
    min: 10,
    max: 3_600_000,
    default: 120_000,
    describe: "Longest time of git; then it is stopped and nothing is recorded",
  }),
  json: jsonOption,
};

export const syncGitCommand = defineCommand<Context, typeof options>({
  name: "sync-git",
  usage: "[folder]",
  summary: "Learn from the commits of a repository since the last time",
  positionals: [0, 1],
  options,
  async run({ context, positionals: [folder = "."], values, print, signal }) {
    requireWriter(context.access);
    const { commits, events, proposalIds } = await syncGit(context, folder, {
      limit: values.limit,
      git: { environment: context.environment, signal, timeoutMs: values.timeoutMs },
    });
    if (values.json) print(JSON.stringify({ commits, events, proposal_ids: proposalIds }));
    else {
      print(
        commits === 0
          ? "There are no new commits to read."
          : `Read ${commits} commits, recorded ${events} events.`,
      );
      for (const id of proposalIds) print(`New proposal: ${id}`);
    }
  },
});
