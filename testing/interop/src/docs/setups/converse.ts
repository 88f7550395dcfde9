import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import {
  type OpenAiReply,
  type RecordedRequest,
  startGoogleEmulator,
  startOpenAiEmulator,
  startXaiEmulator,
  xaiError,
} from "@faculties/testkit/emulators";
import { onTestFinished } from "vitest";
import type { Setup } from "../setups.ts";

const RETRY = `export async function deliver(send) {
  for (;;) {
    if (await send()) return;
  }
}
`;

/** The judge, who sees the answers in random order and finds a dispute or not. */
export function judge(isDisputed: boolean) {
  return ({ body }: RecordedRequest): OpenAiReply => {
    const [{ content = "" } = {}] = (body as { input: { content: string }[] }).input;
    const isQueueFirst = content.indexOf("A queue") < content.indexOf("A table");
    const [queue, table] = isQueueFirst ? [1, 2] : [2, 1];
    const verdict = {
      synthesis:
        "Keep failed deliveries in a table of the database you have; it survives restarts. Move to a queue when polling shows up in the load.",
      agreed: ["Failed deliveries must survive a restart of the sender."],
      disputed: isDisputed
        ? [
            {
              point: "Whether a table is enough",
              material: true,
              positions: [
                { answers: [queue], position: "Retries need a queue." },
                { answers: [table], position: "A polled table does the same." },
              ],
            },
          ]
        : [],
      ranking: [table, queue],
      dissent: "A queue from the start saves a later move.",
      confidence: 0.8,
    };
    return { text: JSON.stringify(verdict), usage: { input: 180, output: 70 } };
  };
}

/** A project with one file, and three vendors: two that answer by script, one at its limit. */
export async function consultConverse(): Promise<Setup> {
  const project = await temporaryDirectory();
  await writeFile(join(project, "deliver.js"), RETRY);
  const [openai, google, xai] = await Promise.all([
    startOpenAiEmulator(),
    startGoogleEmulator(),
    startXaiEmulator(),
  ]);
  onTestFinished(async () => {
    await Promise.all([openai.close(), google.close(), xai.close()]);
  });

  openai.answer(
    "o3",
    {
      text: "No. Line 2 retries without pause or limit: an outage of the receiver becomes a storm of requests.",
      usage: { input: 212, output: 48 },
    },
    {
      text: "Five tries, waiting 1 s, 2 s, 4 s and 8 s, each with random jitter; then a dead-letter queue.",
      usage: { input: 290, output: 60 },
    },
    {
      text: "A queue. Retries must survive a restart of the sender.",
      usage: { input: 120, output: 40 },
    },
    {
      text: "A queue, once deliveries must survive a restart; until then a table is less to run.",
      usage: { input: 260, output: 50 },
    },
  );
  google.answer(
    "gemini-2.5-pro",
    {
      text: "A table in the database you already have, polled every few seconds.",
      usage: { prompt: 118, output: 30 },
    },
    {
      text: "A table: it survives restarts too. Move to a queue when polling shows up in the load.",
      usage: { prompt: 255, output: 45 },
    },
    {
      text: "When a poll takes longer than the time between two polls.",
      usage: { prompt: 400, output: 20 },
    },
  );
  openai.answer("gpt-6.1-sol", judge(true), judge(false));
  xai.answer("*", xaiError(429, "Too many requests", "Rate limit", { "retry-after": "60" }));
  return {
    cwd: project,
    names: { project },
    env: {
      OPENAI_API_KEY: "openai-for-the-documentation",
      OPENAI_BASE_URL: openai.url,
      GOOGLE_API_KEY: "google-for-the-documentation",
      GOOGLE_BASE_URL: google.url,
      XAI_API_KEY: "xai-for-the-documentation",
      XAI_BASE_URL: xai.url,
      CONVERSE_CLI: "off",
    },
  };
}
