import type { Redactor } from "@faculties/errors";
import type { Environment } from "@faculties/mcp-kit";
import type { ModelProvider } from "@faculties/providers";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { AgentSettings } from "../settings.ts";
import type { Attempt, NodeResult } from "./node-executor.ts";
import { NodeFailure } from "./node-failure.ts";

type AgentNode = Extract<PlanNode, { kind: "agent" }>;

/** The part of a prompt and of a reply that events hold; the node's output has the whole reply. */
const EVENT_CHARACTERS = 4_000;
const MOST_TRIES = 3;
const RETRY_DELAY_MS = 1_000;
const LONGEST_RETRY_AFTER_MS = 10_000;
const USUAL_TIMEOUT_MS = 600_000;

/** Runs prompts of nodes on a model. */
export class Agents {
  readonly #settings: AgentSettings;
  readonly #redact: Redactor;
  readonly #environment: Environment;

  constructor(settings: AgentSettings, redact: Redactor, environment: Environment) {
    this.#settings = settings;
    this.#redact = redact;
    this.#environment = environment;
  }

  async run(node: AgentNode, attempt: Attempt): Promise<NodeResult> {
    const { nodeId, record, timeoutMs = USUAL_TIMEOUT_MS } = attempt;
    const { provider, model } = await this.#choose(node.model ?? this.#settings.model, timeoutMs);
    const schema = node.json_schema;
    const system = [
      ...(node.system === undefined ? [] : [node.system]),
      ...(schema ? [`Reply with JSON alone that fits this schema: ${JSON.stringify(schema)}`] : []),
    ].join("\n\n");
    const payload = { model, prompt: node.prompt.slice(0, EVENT_CHARACTERS) };
    record({ kind: "PROMPT", nodeId, payload });
    await attempt.recorded();
    const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(timeoutMs)]);
    const reply = await provider
      .complete(
        {
          model,
          system: system === "" ? undefined : system,
          messages: [{ role: "user", content: node.prompt }],
          maxOutputTokens: node.max_tokens,
        },
        { signal },
      )
      .catch((error: unknown) => {
        attempt.signal.throwIfAborted();
        throw new NodeFailure(
          signal.aborted ? `timed out after ${timeoutMs} ms` : (error as Error).message,
        );
      });
    const { text, usage, costUsd } = reply;
    record({
      kind: "REPLY",
      nodeId,
      payload: {
        model: reply.model,
        text: text.slice(0, EVENT_CHARACTERS),
        usage,
        ...(costUsd !== undefined && { cost_usd: costUsd }),
      },
    });
    return { output: schema ? readJson(text) : text };
  }

  async #choose(
    name: string | undefined,
    timeoutMs: number,
  ): Promise<{ provider: ModelProvider; model: string }> {
    if (name === undefined)
      throw new NodeFailure(
        "no model is named; give the node a model, or set ORCHESTRATOR_AGENT_MODEL",
      );
    // Loaded on first use: a server without agent nodes does not pay for it.
    const { createModelRegistry, createProviders, findCliAgents } =
      await import("@faculties/providers");
    const registry = createModelRegistry();
    const found = registry.resolve(name);
    if (!found)
      throw new NodeFailure(
        `there is no model "${name}"; write provider/model, such as openai/gpt-5 or cli/claude`,
      );
    const agents = found.provider === "cli" ? await findCliAgents(this.#environment["PATH"]) : [];
    const providers = createProviders({
      ...this.#settings.vendors,
      cli: { agents, environment: this.#environment },
      policy: {
        maxTries: MOST_TRIES,
        retryDelayMs: RETRY_DELAY_MS,
        timeoutMs,
        maxRetryAfterMs: LONGEST_RETRY_AFTER_MS,
      },
      registry,
      redact: this.#redact,
    });
    return { provider: providers.get(found.provider), model: found.model };
  }
}

const FENCE = "```";

/** The lines between the first two fences; undefined without both. */
function insideFence(text: string): string | undefined {
  const line = text.indexOf("\n", text.indexOf(FENCE));
  const end = line < 0 ? -1 : text.indexOf(FENCE, line);
  return text.includes(FENCE) && end >= 0 ? text.slice(line + 1, end) : undefined;
}

/** The JSON of a reply, also when the model has put it between fences. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(insideFence(text) ?? text);
  } catch {
    throw new NodeFailure("the model did not reply with JSON", { output: text });
  }
}
