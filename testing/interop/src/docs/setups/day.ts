import { startGoogleEmulator, startOpenAiEmulator } from "@faculties/testkit/emulators";
import { onTestFinished } from "vitest";
import type { Setup } from "../setups.ts";
import { judge } from "./converse.ts";

/** The five servers of "A day with Faculties", as `faculties add` configures them, with two vendors that answer by script. */
export async function spendTheDay(): Promise<Record<string, Setup>> {
  const [openai, google] = await Promise.all([startOpenAiEmulator(), startGoogleEmulator()]);
  onTestFinished(async () => {
    await Promise.all([openai.close(), google.close()]);
  });
  openai.answer(
    "o3",
    { text: "A queue. Deliveries must survive a restart of the sender." },
    { text: "A queue, once there are several workers; until then a table is less to run." },
  );
  google.answer(
    "gemini-4-argon",
    { text: "A table in the PostgreSQL you already have, polled with FOR UPDATE SKIP LOCKED." },
    {
      text: "A table: it survives restarts too. Move to a queue when polling shows up in the load.",
    },
  );
  openai.answer("gpt-6.1-sol", judge(true), judge(false));
  return {
    "agent-memory": { env: { AGENT_MEMORY_SECRET: "for-the-documentation" } },
    converse: {
      env: {
        CONVERSE_JUDGE: "openai/gpt-6.1-sol",
        OPENAI_API_KEY: "openai-for-the-documentation",
        OPENAI_BASE_URL: openai.url,
        GOOGLE_API_KEY: "google-for-the-documentation",
        GOOGLE_BASE_URL: google.url,
        CONVERSE_CLI: "off",
      },
    },
    "gan-audit": { env: { ENABLE_GAN_AUDITING: "true" } },
    "langbase-reasoning": { env: { REASONING_PROVIDER: "local" } },
    "orchestrator-resources": {
      args: [
        "--enable-graphs",
        "--enable-runs",
        "--enable-children",
        "--enable-blackboard",
        "--allow-command=node",
      ],
    },
  };
}
