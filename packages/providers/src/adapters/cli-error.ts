import type { AdapterSettings } from "../adapter-settings.ts";
import { classifyFailure } from "../classify-failure.ts";
import { HttpFailure } from "../http-failure.ts";
import { ProviderError, type ProviderErrorCode } from "../provider-error.ts";
import type { CliAgent, CliFailure } from "./cli-agent.ts";

export type CliCall = {
  provider: string;
  model: string;
  agent: CliAgent;
  redact: AdapterSettings["redact"];
};

const SIGNED_OUT =
  /not (logged|signed) in|(log|sign) ?in (to|with|again)|please run .{0,80}login|auth method|failed to authenticate|unauthorized|authentication (failed|required)|no (auth|credentials)|token (has )?expired/i;
const RATE_LIMITED = /rate limit|too many requests|overloaded/i;
const USED_UP = /usage limit|limit reached|hit your limit|quota|out of credits|credit balance/i;
const UNKNOWN_MODEL = /model is not supported/i;
const LONGEST_CAUSE = 2000;

/** Turns an agent's failure into an error for the caller. The agent's own words are in the cause. */
export function cliError(failure: CliFailure, call: CliCall): ProviderError {
  const { provider, redact, agent } = call;
  const code = codeOf(failure, call);
  return new ProviderError(code, messageOf(code, agent, provider, call.model), {
    details: { provider, ...(failure.status !== undefined && { status: failure.status }) },
    cause: new Error(redact(failure.words).trim().slice(-LONGEST_CAUSE)),
  });
}

function codeOf({ words, status }: CliFailure, { provider, model }: CliCall): ProviderErrorCode {
  if (status === 401 || status === 403 || SIGNED_OUT.test(words)) return "PROVIDER_UNAVAILABLE";
  if (USED_UP.test(words)) return "QUOTA_EXCEEDED";
  if (status === undefined && RATE_LIMITED.test(words)) return "RATE_LIMIT_EXCEEDED";
  if (UNKNOWN_MODEL.test(words)) return "MODEL_NOT_FOUND";
  // Without a status the words alone decide, as they do for a refused request.
  const refusal = new HttpFailure("http", "", { status: status ?? 400, bodyText: words });
  const { code } = classifyFailure(refusal, { provider, model, now: Date.now() });
  return status === undefined && code === "INVALID_INPUT" ? "API_ERROR" : code;
}

function messageOf(
  code: ProviderErrorCode,
  { command, signIn }: CliAgent,
  provider: string,
  model: string,
): string {
  switch (code) {
    case "PROVIDER_UNAVAILABLE":
      return `Provider not available: ${command} is not signed in, or its service is down. ${signIn}`;
    case "MODEL_NOT_FOUND":
      return `Model not found: ${command} cannot use ${model}. Choose another, or "default" for its own choice.`;
    case "RATE_LIMIT_EXCEEDED":
      return `${provider} rate limit exceeded. Wait before the next call or use another model.`;
    case "QUOTA_EXCEEDED":
      return `The usage limit of ${command} is reached. Wait until it is reset, or use another provider.`;
    case "CONTEXT_LENGTH_EXCEEDED":
      return `Context length exceeded for ${command}. Send less text or use a model with a larger window.`;
    case "SAFETY_ERROR":
      return `${command} refused the request on safety grounds. Rephrase it or use another model.`;
    default:
      return `${command} could not answer. Run it by hand to see what is wrong, or use another provider.`;
  }
}
