import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { OtherResult } from "../protocol/other-result.ts";
import type { CallRequest } from "./call-request.ts";

/** A form with fields, or an address to open: a secret must never pass through the client, so it is asked for by address. */
export type Question = { key: string; message: string } & (
  | { fields: z.ZodObject }
  | { url: string }
);

export type PersonsAnswer =
  | { action: "accept"; content: Record<string, unknown> }
  | { action: "decline" | "cancel" };

/** `elicitation/create` as it goes to the client. */
export type Elicitation = { method: "elicitation/create"; params: Record<string, unknown> };

const PERSON_TIMEOUT_MS = 10 * 60 * 1000;
const ANSWERS = z.record(z.string(), z.unknown());
const Answered = z.union([
  z.object({ action: z.literal("accept"), content: ANSWERS.default({}) }),
  z.object({ action: z.enum(["decline", "cancel"]) }),
]);

/** Whether the client can put this kind of question to a person. */
export function canAsk(
  { mcpReq: { envelope } }: CallRequest,
  server: Server | undefined,
  mode: "form" | "url",
): boolean {
  const capabilities: ClientCapabilities | undefined = envelope
    ? envelope[CLIENT_CAPABILITIES_META_KEY]
    : server?.getClientCapabilities();
  const offered = capabilities?.elicitation as Record<string, unknown> | undefined;
  if (offered === undefined) return false;
  // A client that names neither has forms.
  const isUnnamed = offered["form"] === undefined && offered["url"] === undefined;
  return offered[mode] !== undefined || (mode === "form" && isUnnamed);
}

export function elicitationOf(question: Question): Elicitation {
  const { message } = question;
  if ("url" in question) {
    const { url, key } = question;
    return {
      method: "elicitation/create",
      params: { mode: "url", message, url, elicitationId: key },
    };
  }
  const {
    $schema: _,
    additionalProperties: __,
    ...requestedSchema
  } = z.toJSONSchema(question.fields, { io: "input" });
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

/** Asks a client of the 2025 era, in the middle of the call. */
export async function askNow(
  { mcpReq }: CallRequest,
  { method, params }: Elicitation,
  signal: AbortSignal,
): Promise<PersonsAnswer> {
  const answer = await mcpReq.send(
    { method, params } as never,
    {
      signal,
      timeout: PERSON_TIMEOUT_MS,
    } as never,
  );
  return readAnswer(answer);
}

/**
 * Asks a client of 2026-07-28: it is answered with the questions, and sends the call again with the answers. The
 * person's answers to earlier questions come back as the state of the request.
 */
export class RepeatedQuestions {
  readonly #known: Record<string, unknown>;
  readonly #open: Record<string, Elicitation> = {};

  constructor(request: CallRequest) {
    this.#known = knownResponses(request);
  }

  /** Undefined when the person has not answered this question yet. */
  answerTo(key: string): PersonsAnswer | undefined {
    return Object.hasOwn(this.#known, key) ? readAnswer(this.#known[key]) : undefined;
  }

  ask(key: string, elicitation: Elicitation): Promise<never> {
    this.#open[key] = elicitation;
    const requestState = Buffer.from(JSON.stringify(this.#known)).toString("base64url");
    return Promise.reject(
      new OtherResult({ resultType: "input_required", inputRequests: this.#open, requestState }),
    );
  }
}

/** The answers that the client sent with this try of a call, and with those before it. */
export function knownResponses({ mcpReq }: CallRequest): Record<string, unknown> {
  return { ...readState(mcpReq.requestState?.()), ...mcpReq.inputResponses };
}

/** Comes from the client and was not checked by anybody: whatever is not an answer counts as none. */
export function readAnswer(value: unknown): PersonsAnswer {
  return Answered.safeParse(value).data ?? { action: "cancel" };
}

function readState(state: unknown): Record<string, unknown> {
  if (typeof state !== "string") return {};
  try {
    return ANSWERS.parse(JSON.parse(Buffer.from(state, "base64url").toString()));
  } catch {
    return {};
  }
}
