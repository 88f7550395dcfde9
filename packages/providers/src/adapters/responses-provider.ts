import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import type { ModelProvider } from "../model-provider.ts";
import { openAiBaseUrl } from "../openai-base-url.ts";
import { finishAnswer } from "../raw-answer.ts";
import { askOpenAi } from "./openai-client.ts";
import { responsesAnswer } from "./responses-answer.ts";
import { responsesRequest, type ResponsesDialect } from "./responses-request.ts";

/** What OpenAI and xAI have in common: one POST /responses per call, nothing stored there. */
export function createResponsesProvider(
  settings: AdapterSettings,
  dialect: Omit<ResponsesDialect, "entry">,
): ModelProvider {
  const { redact, registry, apiKey } = settings;
  const provider = settings.name ?? dialect.provider;
  return {
    name: provider,
    async complete(request, options = {}) {
      const { model } = request;
      const baseUrl = openAiBaseUrl(dialect.provider, settings.baseUrl);
      const entry = registry.find(dialect.provider, model);
      const body = responsesRequest(request, { ...dialect, provider, entry });
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const answer = await askOpenAi({ baseUrl, apiKey }, signal, (client) =>
          client.responses.create(body),
        );
        return finishAnswer(responsesAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}
