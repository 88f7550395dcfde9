import { temporaryPlace } from "@faculties/storage/testing";
import { expect, test } from "vitest";
import { changesAfter, lastChange } from "../store/conversations.ts";
import { migrations } from "../store/migrations.ts";
import type { Turn } from "../store/turns.ts";
import { openConversation } from "./read-conversations.ts";
import { writeTurn } from "./store-turn.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const spent = { inputTokens: 1, outputTokens: 2, costUsd: 0.5 };

const turn = (text: string, id?: string): Turn => ({
  id,
  newIdPrefix: "conv",
  provider: "openai",
  model: "gpt-4.1",
  question: { role: "user", text, context: undefined, images: [] },
  files: [],
  answer: `answer to ${text}`,
  answeredBy: "gpt-4.1",
  details: {
    usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    response_time_ms: 1,
  },
  spent,
});

test("numbers turns of several processes in commit order, and loses none of one conversation", async () => {
  const place = temporaryPlace("postgres");
  const processes = ["first", "second", "third"].map((writer) => {
    const storage = place(migrations);
    return { writer, idleMs: DAY_MS, storage: async () => storage };
  });
  const [reader] = processes as [(typeof processes)[number]];
  const storage = await reader.storage();
  const { id: shared } = await writeTurn(reader, turn("first"));
  const before = await storage.query(lastChange);
  const saved = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const process = processes[index % processes.length]!;
      return writeTurn(process, turn(`${index}`, index % 2 === 0 ? shared : undefined));
    }),
  );

  const changes = await storage.query((tx) => changesAfter(tx, before, 100));
  expect(changes.at(-1)?.number).toBe(before + saved.length);
  expect(new Set(changes.map(({ number }) => number)).size).toBe(changes.length);
  const counts = saved.filter(({ id }) => id === shared).map(({ messageCount }) => messageCount);
  expect(counts.toSorted((left, right) => left - right)).toEqual(
    counts.map((_, index) => 4 + index * 2),
  );
  const { conversation, history } = await openConversation(reader, shared);
  expect(conversation).toMatchObject({ messageCount: 32, inputTokens: 16, costUsd: 8 });
  expect(history.map(({ text }) => text)).toEqual(
    history.flatMap(({ role, text }) => (role === "user" ? [text, `answer to ${text}`] : [])),
  );
});
