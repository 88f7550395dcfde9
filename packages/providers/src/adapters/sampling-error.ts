import type { AdapterSettings } from "../adapter-settings.ts";
import { ProviderError, type ProviderErrorCode } from "../provider-error.ts";

const METHOD_NOT_FOUND = -32601;
const MISSING_CLIENT_CAPABILITY = -32021;
const REQUEST_TIMEOUT = -32001;
const USER_REJECTED = -1;

/** What a client's refusal of a sampling request means to the caller. */
export function samplingError(
  error: unknown,
  { provider, redact }: { provider: string; redact: AdapterSettings["redact"] },
): ProviderError {
  if (error instanceof ProviderError) return error;
  const [code, message] = meaningOf(
    error instanceof Error && "code" in error ? error.code : undefined,
  );
  const words = redact(error instanceof Error ? error.message : String(error));
  return new ProviderError(code, message, { details: { provider }, cause: new Error(words) });
}

function meaningOf(code: unknown): [ProviderErrorCode, string] {
  switch (code) {
    case METHOD_NOT_FOUND:
    case MISSING_CLIENT_CAPABILITY:
    case "CAPABILITY_NOT_SUPPORTED":
      return [
        "PROVIDER_UNAVAILABLE",
        "Provider not available: the connected client does not offer sampling. Configure another provider.",
      ];
    case REQUEST_TIMEOUT:
    case "REQUEST_TIMEOUT":
      return ["TIMEOUT", "The client gave no sampling result in time. Try again or ask for less."];
    case USER_REJECTED:
      return ["API_ERROR", "The user declined the sampling request in the client."];
    default:
      return ["API_ERROR", "The client could not serve the sampling request."];
  }
}
