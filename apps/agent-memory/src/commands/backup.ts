import { defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { jsonOption } from "./json-option.ts";

const options = { json: jsonOption };

export const backupCommand = defineCommand<Context, typeof options>({
  name: "backup",
  usage: "<file>",
  summary: "Copy the database while others use it",
  positionals: [1, 1],
  options,
  async run({ context, positionals: [file = ""], values: { json }, print }) {
    await context.storage.backup(file);
    print(json ? JSON.stringify({ file }) : `Copied ${context.storage.describe()} to ${file}.`);
  },
});
