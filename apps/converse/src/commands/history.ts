import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { ConversationSummary, Transcript } from "../conversations/read-conversations.ts";
import { renderColumns } from "./render-columns.ts";

const options = {
  json: option.boolean({ flag: "json", describe: "Print JSON" }),
  limit: option.integer({
    flag: "limit",
    min: 1,
    max: 10_000,
    default: 20,
    describe: "How many conversations to list",
  }),
};

export const historyCommand = defineCommand<Context, typeof options>({
  name: "history",
  usage: "[id]",
  summary: "List conversations, or show what was said in one",
  options,
  positionals: [0, 1],
  async run({ context, positionals: [id], values, print }) {
    const { listAlive, requireTranscript } = await import("../conversations/read-conversations.ts");
    if (id === undefined) {
      const { conversations } = await listAlive(context, { limit: values.limit });
      if (values.json) print(JSON.stringify({ conversations }, null, 2));
      else for (const line of renderList(conversations)) print(line);
      return;
    }
    const transcript = await requireTranscript(context, id);
    if (values.json) print(JSON.stringify(transcript, null, 2));
    else for (const line of renderTranscript(transcript)) print(line);
  },
});

function renderList(listed: readonly ConversationSummary[]): string[] {
  if (listed.length === 0) return ["No conversations."];
  return renderColumns(
    listed.map(({ updated_at, id, model, message_count, title }) => [
      updated_at.slice(0, 16).replace("T", " "),
      id,
      model,
      `${message_count} messages`,
      title,
    ]),
  );
}

function renderTranscript({ messages }: Transcript): string[] {
  return messages.flatMap(({ role, model, at, content, files = [], images = 0 }) => [
    `── ${role}${model === undefined ? "" : ` (${model})`}, ${at}`,
    ...files.map((file) => `[file ${file}]`),
    ...(images > 0 ? [`[${images} image(s)]`] : []),
    content,
    "",
  ]);
}
