import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import type { RecordedRequest } from "@faculties/testkit/emulators";
import { expect, test } from "vitest";
import { startConverse } from "./support/converse.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const VERDICT = JSON.stringify({ synthesis: "Yes.", disputed: [], ranking: [], confidence: 1 });

/** A vendor that counts a token for every four characters that it gets. */
const counting =
  (text: string) =>
  ({ bodyText }: RecordedRequest) => {
    const tokens = Math.ceil(bodyText.length / 4);
    return { text, usage: { input: tokens, prompt: tokens, output: 5 } };
  };

test("a judged consensus over a file of 200 KB reads little more than half of what the full round reads", async () => {
  const project = await temporaryDirectory();
  await writeFile(join(project, "large.ts"), "const answer = 42; // because\n".repeat(7000));
  for (const vendor of ["openai", "google", "xai"] as const)
    vendors[vendor].answer("*", counting(`${vendor} says hello`));
  vendors.anthropic.answer("*", counting(VERDICT));
  const { CONVERSE_JUDGE: _, ...judged } = env;
  const converse = await startConverse({ env: { ...judged, CONVERSE_ALLOWED_DIRS: project } });
  const ask = { prompt: "Is it right?", relevant_files: ["large.ts"] };
  const short = await converse.consensus(ask);
  const full = await converse.consensus({ ...ask, enable_cross_feedback: true, judge: "off" });
  expect(short.conclusion?.synthesis).toBe("Yes.");
  expect(full.refined_responses).toBe(3);
  const tokensOf = ({ metadata }: typeof short) => metadata?.usage.input_tokens ?? Number.NaN;
  expect(tokensOf(short) / tokensOf(full)).toBeLessThanOrEqual(0.55);
  const costOf = ({ metadata }: typeof short) => metadata?.usage.cost_usd ?? Number.NaN;
  expect(costOf(short) / costOf(full)).toBeLessThanOrEqual(0.55);
});
