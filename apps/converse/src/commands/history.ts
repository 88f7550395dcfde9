import { defineCommand, option } from "@faculties/mcp-kit";
import type { ConverseContext } from "../context.ts";
import { describeConversation, describeTranscript } from "../conversation/describe-conversation.ts";
import { conversationNotFound } from "../store/conversation-not-found.ts";
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

export const historyCommand = defineCommand<ConverseContext, typeof options>({
  name: "history",
  usage: "[id]",
  summary: "List conversations, or show what was said in one",
  options,
  positionals: [0, 1],
  async run({ context, positionals: [id], values, print }) {
    const store = await context.store();
    if (id === undefined) {
      const { conversations } = await store.list(values.limit);
      const listed = conversations.map(describeConversation);
      if (values.json) print(JSON.stringify({ conversations: listed }, null, 2));
      else for (const line of renderList(listed)) print(line);
      return;
    }
    const found = await store.transcript(id);
    if (found === undefined) throw conversationNotFound(id);
    const transcript = describeTranscript(found);
    if (values.json) print(JSON.stringify(transcript, null, 2));
    else for (const line of renderTranscript(transcript)) print(line);
  },
});

function renderList(listed: readonly ReturnType<typeof describeConversation>[]): string[] {
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

function renderTranscript({ messages }: ReturnType<typeof describeTranscript>): string[] {
  return messages.flatMap(({ role, model, at, content, files = [], images = 0 }) => [
    `── ${role}${model === undefined ? "" : ` (${model})`}, ${at}`,
    ...files.map((file) => `[file ${file}]`),
    ...(images > 0 ? [`[${images} image(s)]`] : []),
    content,
    "",
  ]);
}
