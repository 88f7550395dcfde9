import { temporaryPlace } from "@faculties/storage/testing";
import { expect, test } from "vitest";
import { ConverseStore } from "../src/store/converse-store.ts";
import { changesAfter, lastChange } from "../src/store/read-conversations.ts";
import type { Turn } from "../src/store/save-turn.ts";
import { migrations } from "../src/store/tables.ts";

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
  const stores = [0, 1, 2].map(() => new ConverseStore(place(migrations), DAY_MS));
  const [reader] = stores as [ConverseStore];
  const { id: shared } = await reader.saveTurn(turn("first"));
  const before = await reader.storage.query(lastChange);
  const saved = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const store = stores[index % stores.length]!;
      return store.saveTurn(turn(`${index}`, index % 2 === 0 ? shared : undefined));
    }),
  );

  const changes = await reader.storage.query((tx) => changesAfter(tx, before, 100));
  expect(changes.at(-1)?.number).toBe(before + saved.length);
  expect(new Set(changes.map(({ number }) => number)).size).toBe(changes.length);
  const counts = saved.filter(({ id }) => id === shared).map(({ messageCount }) => messageCount);
  expect(counts.toSorted((left, right) => left - right)).toEqual(
    counts.map((_, index) => 4 + index * 2),
  );
  const { conversation, history } = await reader.open(shared);
  expect(conversation).toMatchObject({ messageCount: 32, inputTokens: 16, costUsd: 8 });
  expect(history.map(({ text }) => text)).toEqual(
    history.flatMap(({ role, text }) => (role === "user" ? [text, `answer to ${text}`] : [])),
  );
});
