import type { CallTool } from "./load-sample.ts";
import { DRAFTS } from "./sample-code.ts";

export async function loadAudits(call: CallTool): Promise<void> {
  for (const [index, code] of DRAFTS.entries())
    await call("sequentialthinking", {
      thought: `Sample: the total of an order, draft ${index + 1}.\n\n\`\`\`js\n${code}\n\`\`\``,
      thoughtNumber: index + 1,
      totalThoughts: DRAFTS.length,
      nextThoughtNeeded: index + 1 < DRAFTS.length,
      branchId: "Sample: order total",
    });
  const config = { scope: "paths", paths: ["list.js"], maxCycles: 2 };
  await call("sequentialthinking", {
    thought: `Sample: audit the file that lists folders.\n\n\`\`\`gan-config\n${JSON.stringify(config)}\n\`\`\``,
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
    branchId: "Sample: list.js",
  });
}
