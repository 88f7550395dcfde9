import type { CallTool } from "./load-sample.ts";

export async function loadConversations(call: CallTool): Promise<void> {
  await call("consensus", {
    prompt: "Sample: Should the shop's pages move to an edge cache?",
    models: ["optimist", "sceptic", "pragmatist"].map((name) => ({ model: `sample/${name}` })),
    enable_cross_feedback: true,
    judge: "sample/judge",
  });
}
