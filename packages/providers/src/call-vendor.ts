import type { AdapterSettings } from "./adapter-settings.ts";
import { classifyFailure } from "./classify-failure.ts";
import { type StreamAssembly, type StreamReading, StreamStalled } from "./event-stream.ts";
import { HttpFailure } from "./http-failure.ts";
import type { CompleteOptions } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";
import { providerTitle } from "./provider-settings.ts";
import { DeadlineExceeded, withRetries } from "./with-retries.ts";

export type VendorCall = CompleteOptions & {
  provider: string;
  model?: string | undefined;
  settings: Pick<AdapterSettings, "policy" | "redact">;
};

/** How a try reads its answer as a stream; undefined if nobody listens to the text. */
export type StreamInto = (assembly: StreamAssembly) => StreamReading | undefined;

const DEFAULT_IDLE_TIMEOUT_MS = 120_000;

/** Runs one vendor request with retries and a deadline. Throws ProviderError, or the reason of an abort. */
export async function callVendor<T>(
  call: VendorCall,
  attempt: (signal: AbortSignal, streamInto: StreamInto) => Promise<T>,
): Promise<T> {
  const { provider, model, settings, signal, onRetry, onDelta } = call;
  const { policy, redact } = settings;
  const classify = (failure: HttpFailure) =>
    classifyFailure(failure, { provider, model, now: Date.now(), redact });
  let longest = "";
  const streamFrom = (before: { text: string }) => (assembly: StreamAssembly) => {
    if (onDelta === undefined) return undefined;
    return {
      assembly,
      idleTimeoutMs: policy.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS,
      onText(piece: string) {
        before.text += piece;
        if (before.text.length > longest.length) longest = before.text;
        onDelta({ text: piece });
      },
    };
  };
  try {
    return await withRetries((ended) => attempt(ended, streamFrom({ text: "" })), {
      policy,
      signal,
      onRetry,
      judge: (error) => {
        if (!(error instanceof HttpFailure)) return { retry: false, reason: "" };
        const { code, retry, retryAfterMs } = classify(error);
        return { retry, retryAfterMs, reason: code };
      },
    });
  } catch (error) {
    const partialText = longest === "" ? undefined : redact(longest);
    if (error instanceof DeadlineExceeded || error instanceof StreamStalled) {
      throw new ProviderError("TIMEOUT", timeoutMessage(error, provider, policy.timeoutMs), {
        details: { provider },
        partialText,
      });
    }
    if (!(error instanceof HttpFailure)) throw error;
    const { code, message, details } = classify(error);
    throw new ProviderError(code, redact(message), {
      details,
      cause: vendorWords(error, redact),
      partialText,
    });
  }
}

function timeoutMessage(
  error: DeadlineExceeded | StreamStalled,
  provider: string,
  timeoutMs: number,
): string {
  const title = providerTitle(provider);
  return error instanceof StreamStalled
    ? `${title} stopped in the middle of its answer: ${error.message}. Try again or use another model.`
    : `${title} gave no answer within ${timeoutMs} ms. Try again, ask for less or raise the timeout.`;
}

const LONGEST_CAUSE = 2000;

/** Redacts before cutting, so that the cut leaves no half of a key. */
function vendorWords(failure: HttpFailure, redact: AdapterSettings["redact"]): Error {
  const body = redact(failure.bodyText).slice(0, LONGEST_CAUSE);
  return new Error(body === "" ? redact(failure.message) : `${redact(failure.message)}: ${body}`);
}
