import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange } from "../http-exchange.ts";
import type { ModelProvider } from "../model-provider.ts";
import { finishAnswer } from "../raw-answer.ts";
import { googleAnswer } from "./google-answer.ts";
import { googleRequest } from "./google-request.ts";
import { guessGoogleModel } from "./google-thinking.ts";
import { vendorAccess } from "./vendor-access.ts";

/** Google's Gemini models by generateContent. */
export function createGoogleProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry } = settings;
  return {
    name: settings.name ?? "google",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("google", settings);
      const model = request.model.replace(/^models\//, "");
      const entry = registry.find("google", model) ?? guessGoogleModel(model);
      const body = googleRequest(request, { provider, entry });
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const answer = await exchange({
          url: urlOf(`/v1beta/models/${encodeURIComponent(model)}:generateContent`),
          // In a header, since a key in the URL ends up in proxies' logs.
          headers: { "x-goog-api-key": apiKey },
          body,
          signal,
        });
        return finishAnswer(googleAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}
