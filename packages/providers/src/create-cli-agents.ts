import type { CliCommand } from "./adapters/cli-agent.ts";
import { createCliProvider, type CliSettings } from "./adapters/cli.ts";
import type { ModelProvider } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";

export type CliAgentsSettings = Pick<CliSettings, "environment" | "policy" | "redact"> & {
  /** The agents to use, the preferred one first. */
  agents: readonly { command: CliCommand; path?: string | undefined }[];
};

/** The signed-in coding agents as one provider: the model is `claude`, or `claude/opus` for a model of the agent's. */
export function createCliAgents(settings: CliAgentsSettings): ModelProvider {
  const { agents, ...shared } = settings;
  const providers = new Map<string, ModelProvider>(
    agents.map((agent) => [agent.command, createCliProvider({ ...shared, ...agent, name: "cli" })]),
  );
  return {
    name: "cli",
    async complete(request, options) {
      const [command = "", ...model] = request.model.split("/");
      const isOpen = request.model === "" || request.model === "auto";
      const provider = isOpen ? [...providers.values()][0] : providers.get(command);
      if (provider === undefined) {
        throw new ProviderError(
          "MODEL_NOT_FOUND",
          `Model not found: ${request.model}. The agents on this machine are ${[...providers.keys()].join(", ")}.`,
          { details: { provider: "cli" } },
        );
      }
      return provider.complete({ ...request, model: model.join("/") }, options);
    },
  };
}
