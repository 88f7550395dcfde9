import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange } from "../http-exchange.ts";
import type { ModelProvider } from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import { anthropicAnswer } from "./anthropic-answer.ts";
import { anthropicRequest, guessAnthropicModel } from "./anthropic-request.ts";
import { assembleMessage } from "./anthropic-stream.ts";
import { vendorAccess } from "./vendor-access.ts";

const MOST_PAUSES = 5;

/** Anthropic's Claude models through the Messages API. */
export function createAnthropicProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry, proxy } = settings;
  return {
    name: settings.name ?? "anthropic",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("anthropic", settings);
      const { model } = request;
      const entry = registry.find("anthropic", model) ?? guessAnthropicModel(model);
      const isStreamed = options.onDelta !== undefined;
      const body = anthropicRequest(request, { provider, entry, isStreamed });
      // Kept outside the tries, so that a retry continues from the last pause and not from the beginning.
      const turns: RawAnswer[] = [];

      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        for (;;) {
          const stream = streamInto(assembleMessage());
          const exchanged = await exchange({
            url: urlOf("/v1/messages"),
            headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
            body: stream === undefined ? body : { ...body, stream: true },
            signal,
            stream,
            proxy,
          });
          const { answer, pausedContent } = anthropicAnswer(exchanged);
          turns.push(answer);
          if (pausedContent === undefined || turns.length > MOST_PAUSES) {
            return finishAnswer(join(turns, answer), { provider, model, entry, redact });
          }
          body.messages.push({ role: "assistant", content: pausedContent });
        }
      });
    },
  };
}

function join(turns: RawAnswer[], last: RawAnswer): RawAnswer {
  const sum = (count: (turn: RawAnswer) => number) =>
    turns.reduce((total, turn) => total + count(turn), 0);
  return {
    ...last,
    text: last.refused ? "" : turns.map((turn) => turn.text).join(""),
    usage: usageOf(
      sum(({ usage }) => usage.inputTokens),
      sum(({ usage }) => usage.outputTokens),
      {
        cached: sum(({ usage }) => usage.cachedInputTokens ?? 0),
        cacheWrites: sum(({ usage }) => usage.cacheWriteTokens ?? 0),
        searches: sum(({ usage }) => usage.searches ?? 0),
      },
    ),
    sources: turns.flatMap(({ sources = [] }) => sources),
  };
}
