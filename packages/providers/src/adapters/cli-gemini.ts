import * as z from "zod";
import { usageOf } from "../raw-answer.ts";
import { type CliAgent, isDefaultModel } from "./cli-agent.ts";
import { cliPrompt, NEUTRAL_INSTRUCTIONS, parseJsonObject } from "./cli-text.ts";

const count = z.number().nonnegative().catch(0);

const outputSchema = z.looseObject({
  response: z.string().nullish(),
  error: z
    .looseObject({
      message: z.string().catch(""),
      code: z.union([z.number(), z.string()]).nullish(),
    })
    .optional(),
  stats: z
    .looseObject({
      models: z
        .record(
          z.string(),
          z.looseObject({
            tokens: z.looseObject({
              prompt: count,
              candidates: count,
              thoughts: count,
              tool: count,
            }),
          }),
        )
        .catch({}),
    })
    .optional()
    .catch(undefined),
});

const rule = (tool: string, decision: "allow" | "deny", priority: number) =>
  `[[rule]]\ntoolName = "${tool}"\ndecision = "${decision}"\npriority = ${priority}\n`;

/** Google's Gemini CLI. It has no setting for the effort. */
export const geminiAgent: CliAgent = {
  command: "gemini",
  signIn: "Run `gemini` and sign in with /auth.",
  signInVariables: ["GEMINI_CLI_HOME", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
  async prepare(request, writeFile) {
    const { model, system, webSearch } = request;
    const rules = [rule("*", "deny", 998)];
    if (webSearch === true) rules.push(rule("google_web_search", "allow", 999));
    return {
      prompt: cliPrompt(request),
      arguments: [
        "--output-format=json",
        `--policy=${await writeFile("policy.toml", rules.join("\n"))}`,
        "--extensions=none",
        "--allowed-mcp-server-names=none",
        // The directory is ours and empty. Without this the agent refuses to run in an untrusted directory.
        "--skip-trust",
        ...(isDefaultModel("gemini", model) ? [] : [`--model=${model}`]),
      ],
      environment: {
        GEMINI_SYSTEM_MD: await writeFile("system.md", system || NEUTRAL_INSTRUCTIONS),
      },
    };
  },
  read({ stdout, stderr }) {
    const parsed = outputSchema.safeParse(parseJsonObject(stdout) ?? parseJsonObject(stderr));
    if (!parsed.success) return undefined;
    const { response, error, stats } = parsed.data;
    if (error !== undefined) {
      const status = /"code":\s*(\d{3})\b|\bcode: (\d{3})\b/.exec(`${error.message}\n${stderr}`);
      return {
        failure: {
          words: error.message,
          ...(status !== null && { status: Number(status[1] ?? status[2]) }),
        },
      };
    }
    if (response == null) return undefined;
    const models = Object.entries(stats?.models ?? {});
    const sum = (part: (tokens: (typeof models)[number][1]["tokens"]) => number) =>
      models.reduce((total, [, { tokens }]) => total + part(tokens), 0);
    return {
      answer: {
        text: response,
        refused: false,
        finish: "stop",
        model: models[0]?.[0],
        usage: usageOf(
          sum(({ prompt, tool }) => prompt + tool),
          sum(({ candidates, thoughts }) => candidates + thoughts),
        ),
      },
    };
  },
};
