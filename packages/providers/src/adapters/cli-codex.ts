import * as z from "zod";
import { usageOf } from "../raw-answer.ts";
import { type CliAgent, isDefaultModel } from "./cli-agent.ts";
import { cliPrompt, parseJsonLines } from "./cli-text.ts";

/** Only the tiers that every model of codex takes. */
const EFFORTS = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  max: "high",
} as const;

/** All tools with which codex could act. A version ignores settings that it does not know. */
const TOOLS = [
  "shell_tool",
  "unified_exec",
  "view_image",
  "multi_agent",
  "apps",
  "plugins",
  "goals",
  "hooks",
];

const count = z.number().nonnegative().catch(0);

const eventSchema = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("item.completed"),
    item: z.looseObject({ type: z.string(), text: z.string().optional() }),
  }),
  z.looseObject({
    type: z.literal("turn.completed"),
    usage: z.looseObject({ input_tokens: count, output_tokens: count }).optional(),
  }),
  z.looseObject({ type: z.literal("turn.failed"), error: z.looseObject({ message: z.string() }) }),
  z.looseObject({ type: z.literal("error"), message: z.string() }),
]);

/** OpenAI's Codex. */
export const codexAgent: CliAgent = {
  command: "codex",
  signIn: "Run `codex login`.",
  signInVariables: ["CODEX_HOME"],
  async prepare(request, writeFile) {
    const { model, effort, webSearch, system, jsonSchema } = request;
    const schema =
      jsonSchema && (await writeFile("schema.json", JSON.stringify(jsonSchema.schema)));
    const setting = (name: string, value: string | boolean) =>
      `--config=${name}=${JSON.stringify(value)}`;
    const prompt = cliPrompt(request);
    return {
      prompt: system ? `<instructions>\n${system}\n</instructions>\n\n${prompt}` : prompt,
      arguments: [
        "exec",
        "--json",
        "--color=never",
        "--sandbox=read-only",
        "--skip-git-repo-check",
        "--ephemeral",
        "--ignore-user-config",
        "--ignore-rules",
        ...TOOLS.map((tool) => setting(`features.${tool}`, false)),
        setting("web_search", webSearch === true ? "live" : "disabled"),
        ...(effort === undefined ? [] : [setting("model_reasoning_effort", EFFORTS[effort])]),
        ...(schema === undefined ? [] : [`--output-schema=${schema}`]),
        ...(isDefaultModel("codex", model) ? [] : [`--model=${model}`]),
        "-",
      ],
    };
  },
  read({ stdout }) {
    let text: string | undefined;
    let words: string | undefined;
    let usage = usageOf();
    for (const line of parseJsonLines(stdout)) {
      const event = eventSchema.safeParse(line).data;
      if (event?.type === "item.completed" && event.item.type === "agent_message") {
        text = event.item.text ?? "";
      } else if (event?.type === "turn.completed") {
        usage = usageOf(event.usage?.input_tokens, event.usage?.output_tokens);
        words = undefined;
      } else if (event?.type === "turn.failed") {
        words = event.error.message;
      } else if (event?.type === "error") {
        words = event.message;
      }
    }
    if (words !== undefined) {
      const status = /\bstatus (\d{3})\b/.exec(words)?.[1];
      return { failure: { words, ...(status !== undefined && { status: Number(status) }) } };
    }
    return text === undefined
      ? undefined
      : { answer: { text, refused: false, finish: "stop", model: undefined, usage } };
  },
};
