import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange } from "../http-exchange.ts";
import type { ModelProvider } from "../model-provider.ts";
import { finishAnswer } from "../raw-answer.ts";
import { langbaseAnswer } from "./langbase-answer.ts";
import { langbaseRequest } from "./langbase-request.ts";
import { vendorAccess } from "./vendor-access.ts";

/**
 * Langbase's pipes; a request's `model` is the pipe's name.
 * Not by the `langbase` package: it has no timeout, cannot be aborted, and on an error that is not JSON reads the body
 * twice and so loses the status.
 */
export function createLangbaseProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry } = settings;
  return {
    name: settings.name ?? "langbase",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("langbase", settings);
      const { model } = request;
      const entry = registry.find("langbase", model);
      const body = langbaseRequest(request);
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const answer = await exchange({
          url: urlOf("/v1/pipes/run"),
          headers: { authorization: `Bearer ${apiKey}` },
          body,
          signal,
        });
        return finishAnswer(langbaseAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}
