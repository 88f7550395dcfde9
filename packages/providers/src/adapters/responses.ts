import type { AdapterSettings } from "../adapter-settings.ts";
import { askWithoutRefused } from "../ask-without-refused.ts";
import { openAiBaseUrl } from "../base-url.ts";
import { callVendor } from "../call-vendor.ts";
import type { ModelProvider } from "../model-provider.ts";
import { finishAnswer } from "../raw-answer.ts";
import { askOpenAi } from "./openai-client.ts";
import { responsesAnswer, type ResponsesDialect, responsesRequest } from "./responses-wire.ts";
import { assembleResponse } from "./responses-stream.ts";

/** A provider that sends one POST /responses per call and has the vendor store nothing. */
export function createResponsesProvider(
  settings: AdapterSettings,
  dialect: Omit<ResponsesDialect, "entry">,
): ModelProvider {
  const { redact, registry, apiKey, proxy } = settings;
  const provider = settings.name ?? dialect.provider;
  return {
    name: provider,
    async complete(request, options = {}) {
      const { model } = request;
      const baseUrl = openAiBaseUrl(dialect.provider, settings.baseUrl);
      const entry = registry.find(dialect.provider, model);
      const given = responsesRequest(request, { ...dialect, provider, entry });
      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        const { answer, refused } = await askWithoutRefused(given, (body) => {
          const stream = streamInto(assembleResponse());
          return askOpenAi({ baseUrl, apiKey, stream, proxy }, signal, (client) =>
            stream === undefined
              ? client.responses.create(body)
              : client.responses.create({ ...body, stream: true }),
          );
        });
        const raw = { ...responsesAnswer(answer), refusedParameters: refused };
        return finishAnswer(raw, { provider, model, entry, redact });
      });
    },
  };
}
