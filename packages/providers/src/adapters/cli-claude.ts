import * as z from "zod";
import { usageOf } from "../raw-answer.ts";
import { type CliAgent, isDefaultModel } from "./cli-agent.ts";
import { cliPrompt, NEUTRAL_INSTRUCTIONS, parseJsonObject } from "./cli-text.ts";

const EFFORTS = { minimal: "low", low: "low", medium: "medium", high: "high", max: "max" } as const;

const count = z.number().nonnegative().catch(0);

const resultSchema = z.looseObject({
  type: z.literal("result"),
  is_error: z.boolean().catch(false),
  api_error_status: z.number().nullish().catch(undefined),
  result: z.string().catch(""),
  /** The answer by a schema; the result is then only a sentence about it. */
  structured_output: z.unknown().optional(),
  stop_reason: z.string().nullish().catch(undefined),
  usage: z
    .looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    })
    .optional()
    .catch(undefined),
  modelUsage: z.record(z.string(), z.unknown()).catch({}),
});

/** Claude Code. */
export const claudeAgent: CliAgent = {
  command: "claude",
  signIn: "Run `claude` and sign in with /login.",
  signInVariables: ["CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN"],
  async prepare(request, writeFile) {
    const system = await writeFile("system.md", request.system || NEUTRAL_INSTRUCTIONS);
    const { model, effort, webSearch, jsonSchema } = request;
    return {
      prompt: cliPrompt(request),
      arguments: [
        "--print",
        "--output-format=json",
        `--system-prompt-file=${system}`,
        webSearch === true ? "--tools=WebSearch" : "--tools=",
        ...(webSearch === true ? ["--allowed-tools=WebSearch"] : []),
        "--setting-sources=user",
        '--settings={"disableAllHooks":true}',
        "--strict-mcp-config",
        "--disable-slash-commands",
        "--no-session-persistence",
        ...(isDefaultModel("claude", model) ? [] : [`--model=${model}`]),
        ...(effort === undefined ? [] : [`--effort=${EFFORTS[effort]}`]),
        ...(jsonSchema === undefined ? [] : [`--json-schema=${JSON.stringify(jsonSchema.schema)}`]),
      ],
      environment: {
        CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
        // Otherwise it asks the model a second time, for a title of the session.
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    };
  },
  read({ stdout }) {
    const parsed = resultSchema.safeParse(parseJsonObject(stdout));
    if (!parsed.success) return undefined;
    const { result, usage, stop_reason: reason, modelUsage } = parsed.data;
    if (parsed.data.is_error) {
      return { failure: { words: result, status: parsed.data.api_error_status ?? undefined } };
    }
    const { structured_output: structured } = parsed.data;
    const text = structured == null ? result : JSON.stringify(structured);
    return {
      answer: {
        text: reason === "refusal" ? "" : text,
        refused: reason === "refusal",
        finish: reason === "max_tokens" ? "length" : "stop",
        model: Object.keys(modelUsage)[0],
        usage: usageOf(
          (usage?.input_tokens ?? 0) +
            (usage?.cache_creation_input_tokens ?? 0) +
            (usage?.cache_read_input_tokens ?? 0),
          usage?.output_tokens,
        ),
      },
    };
  },
};
