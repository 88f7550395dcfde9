import type { AdapterSettings } from "./adapter-settings.ts";
import { classifyFailure } from "./classify-failure.ts";
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

/** Runs one vendor request with retries and a deadline. Throws ProviderError, or the reason of an abort. */
export async function callVendor<T>(
  call: VendorCall,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { provider, model, settings, signal, onRetry } = call;
  const classify = (failure: HttpFailure) =>
    classifyFailure(failure, { provider, model, now: Date.now() });
  try {
    return await withRetries(attempt, {
      policy: settings.policy,
      signal,
      onRetry,
      judge: (error) => {
        if (!(error instanceof HttpFailure)) return { retry: false, reason: "" };
        const { code, retry, retryAfterMs } = classify(error);
        return { retry, retryAfterMs, reason: code };
      },
    });
  } catch (error) {
    if (error instanceof DeadlineExceeded) {
      throw new ProviderError(
        "TIMEOUT",
        `${providerTitle(provider)} gave no answer within ${settings.policy.timeoutMs} ms. Try again, ask for less or raise the timeout.`,
        { details: { provider } },
      );
    }
    if (!(error instanceof HttpFailure)) throw error;
    const { code, message, details } = classify(error);
    throw new ProviderError(code, settings.redact(message), {
      details,
      cause: vendorWords(error, settings.redact),
    });
  }
}

const LONGEST_CAUSE = 2000;

/** Redacts before cutting, so that the cut leaves no half of a key. */
function vendorWords(failure: HttpFailure, redact: AdapterSettings["redact"]): Error {
  const body = redact(failure.bodyText).slice(0, LONGEST_CAUSE);
  return new Error(body === "" ? redact(failure.message) : `${redact(failure.message)}: ${body}`);
}
