import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange, readAnswer } from "../http-exchange.ts";
import type { CompleteOptions } from "../model-provider.ts";
import { vendorAccess } from "./vendor-access.ts";

const messageSchema = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().nullish(),
});

// Not loose: Langbase includes each pipe's API key, which must not get any further.
const listedPipeSchema = z.object({
  name: z.string(),
  description: z.string().nullish(),
  status: z.string().nullish(),
  url: z.string().nullish(),
  model: z.string().nullish(),
  json: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  temperature: z.number().nullish(),
  max_tokens: z.number().nullish(),
  messages: z.array(messageSchema).nullish(),
});

const savedPipeSchema = listedPipeSchema.pick({ name: true, url: true, status: true });

/** A pipe as Langbase lists it. */
export type ListedPipe = z.infer<typeof listedPipeSchema>;

/** A pipe that Langbase has just stored. */
export type SavedPipe = z.infer<typeof savedPipeSchema>;

/** The fields of a pipe. A field that is left out gets Langbase's default or, in an update, keeps its value. */
export type PipeDefinition = {
  name: string;
  description?: string;
  status?: "public" | "private";
  /** The vendor and the model, such as `openai:gpt-4o-mini`. */
  model?: string;
  json?: boolean;
  stream?: boolean;
  store?: boolean;
  temperature?: number;
  max_tokens?: number;
  messages?: { role: "system" | "user" | "assistant"; content: string }[];
};

export type LangbasePipes = {
  list(options?: CompleteOptions): Promise<ListedPipe[]>;
  create(pipe: PipeDefinition, options?: CompleteOptions): Promise<SavedPipe>;
  /** Changes the pipe with that name, which must exist. */
  update(pipe: PipeDefinition, options?: CompleteOptions): Promise<SavedPipe>;
};

/** Manages the pipes at Langbase. */
export function createLangbasePipes(settings: AdapterSettings): LangbasePipes {
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    pipe: PipeDefinition | undefined,
    options: CompleteOptions = {},
  ): Promise<z.infer<Schema>> {
    const { provider, apiKey, urlOf } = vendorAccess("langbase", settings);
    return callVendor({ ...options, provider, model: pipe?.name, settings }, async (signal) => {
      const answer = await exchange({
        url: urlOf(path),
        method: pipe === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${apiKey}` },
        body: pipe,
        signal,
      });
      return readAnswer(schema, answer);
    });
  }
  return {
    list: (options) => ask(z.array(listedPipeSchema), "/v1/pipes", undefined, options),
    create: (pipe, options) => ask(savedPipeSchema, "/v1/pipes", pipe, options),
    update: (pipe, options) =>
      ask(savedPipeSchema, `/v1/pipes/${encodeURIComponent(pipe.name)}`, pipe, options),
  };
}
