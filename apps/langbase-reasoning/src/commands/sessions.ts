import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { isoTime } from "../domain/iso-time.ts";
import { counted } from "../domain/words.ts";

const options = {
  limit: option.integer({ flag: "limit", min: 1, max: 100_000, default: 20, describe: "How many" }),
  json: option.boolean({ flag: "json", describe: "Print JSON" }),
};

export const sessionsCommand = defineCommand<Context, typeof options>({
  name: "sessions",
  usage: "",
  summary: "List the sessions, the last used first",
  options,
  positionals: [0, 0],
  async run({ context: { store }, values, print }) {
    const { listSessions } = await import("../store/sessions.ts");
    const rows = await store.read((tx) => listSessions(tx, values.limit));
    const listed = rows.map(({ id, mode, updatedAt, thoughtCount }) => ({
      id,
      mode,
      updated_at: isoTime(updatedAt),
      thoughts: thoughtCount,
    }));
    if (values.json) return print(JSON.stringify(listed, null, 2));
    if (listed.length === 0) print("No sessions yet.");
    for (const { id, mode, updated_at, thoughts } of listed)
      print(`${id}  ${updated_at}  ${mode.padEnd(13)}  ${counted(thoughts, "thought")}`);
  },
});
