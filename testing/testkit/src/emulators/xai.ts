import * as z from "zod";
import { responsesRequestSchema } from "./openai-request.ts";
import { responsesBody, responsesEvents, type OpenAiReply } from "./openai-response.ts";
import { eventStream, json, type AnswerOptions } from "./recorder-answers.ts";
import { wantsStream } from "./recorder.ts";
import { startScriptedEmulator, type Emulator, type WireReply } from "./scripted-emulator.ts";

const requestSchema = responsesRequestSchema.omit({ instructions: true });

/** xAI's Responses API: OpenAI's form without `instructions`; scripts are named after models. */
export function startXaiEmulator(): Promise<Emulator<OpenAiReply>> {
  return startScriptedEmulator<OpenAiReply>({
    accept: (request) => {
      if (request.method !== "POST" || request.path !== "/v1/responses") {
        return xaiError(404, "Not found.");
      }
      const parsed = requestSchema.safeParse(request.body);
      return parsed.success ? parsed.data.model : xaiError(400, z.prettifyError(parsed.error));
    },
    render: (reply, request) => {
      const { model } = requestSchema.parse(request.body);
      return wantsStream(request)
        ? eventStream(responsesEvents(reply, model), { fault: reply.fault })
        : json(responsesBody(reply, model));
    },
    unknown: (model) =>
      xaiError(
        404,
        `The model ${model} does not exist or your team does not have access to it.`,
        "Some requested entity was not found",
      ),
  });
}

/** An error in xAI's form: the words at the top level, with a sentence for a code. */
export function xaiError(
  status: number,
  error: string,
  code = "Client specified an invalid argument",
  headers: AnswerOptions["headers"] = {},
): WireReply {
  return { wire: json({ code, error }, { status, headers }) };
}
