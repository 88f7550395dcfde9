import type OpenAI from "openai";
import type { StreamReading } from "../event-stream.ts";
import { exchange, type ExchangeAnswer } from "../http-exchange.ts";
import type { ProxyRoute } from "../proxy-route.ts";
import { LONGEST_TIMER_MS } from "../with-retries.ts";

export type OpenAiEndpoint = {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Sent in addition to the authorization, such as a gateway's attribution headers. */
  headers?: Record<string, string> | undefined;
  /** Set for requests that ask for a stream. */
  stream?: StreamReading | undefined;
  proxy?: ProxyRoute | undefined;
};

/**
 * Sends a request of the `openai` package over our own transport and returns the answer.
 *
 * The package does not control retries, time limits, headers or logs: on its own it reads bodies without a bound, replaces
 * the reason of a failure or an abort by its own error, logs to stdout if OPENAI_LOG is set, and sends
 * OPENAI_CUSTOM_HEADERS to any base URL.
 */
export async function askOpenAi(
  endpoint: OpenAiEndpoint,
  signal: AbortSignal,
  request: (client: OpenAI) => { asResponse(): Promise<Response> },
): Promise<ExchangeAnswer> {
  const { OpenAI } = await import("openai");
  const { baseUrl, apiKey, headers, stream, proxy } = endpoint;
  return new Promise((resolve, reject) => {
    const client = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey ?? "unused",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: LONGEST_TIMER_MS,
      logLevel: "off",
      fetch: async (url, init) => {
        const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
        const sent = exchange({
          url: String(url),
          headers: { ...authorization, ...headers },
          body: init?.body,
          signal,
          stream,
          proxy,
        });
        sent.then(resolve, reject);
        await sent;
        return new Response();
      },
    });
    request(client).asResponse().catch(reject);
  });
}
