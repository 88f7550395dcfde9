import * as z from "zod";

const dataUrl = z.string().regex(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/]+=*$/);
const pdfUrl = z.string().regex(/^data:application\/pdf;base64,[A-Za-z0-9+/]+=*$/);
const effort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);
const temperature = z.number().min(0).max(2).optional();

const inputContent = z.union([
  z.string(),
  z
    .array(
      z.union([
        z.strictObject({ type: z.literal("input_text"), text: z.string() }),
        z.strictObject({
          type: z.literal("input_image"),
          image_url: dataUrl,
          detail: z.enum(["auto", "low", "high"]),
        }),
        z.strictObject({
          type: z.literal("input_file"),
          filename: z.string().min(1),
          file_data: pdfUrl,
        }),
      ]),
    )
    .min(1),
]);

const schemaFormat = {
  name: z.string().regex(/^[\w-]{1,64}$/),
  schema: z.looseObject({ type: z.literal("object") }),
  strict: z.boolean().optional(),
};

/** The body that POST /responses accepts, as far as it is in use; everything else is refused, as OpenAI does. */
export const responsesRequestSchema = z.strictObject({
  model: z.string(),
  store: z.boolean().optional(),
  instructions: z.string().optional(),
  input: z
    .array(
      z.union([
        z.strictObject({ role: z.enum(["user", "system", "developer"]), content: inputContent }),
        z.strictObject({ role: z.literal("assistant"), content: z.string() }),
      ]),
    )
    .min(1),
  reasoning: z.strictObject({ effort }).optional(),
  temperature,
  max_output_tokens: z.int().min(16).optional(),
  tools: z.array(z.strictObject({ type: z.literal("web_search") })).optional(),
  text: z
    .strictObject({
      format: z.strictObject({ type: z.literal("json_schema"), ...schemaFormat }),
    })
    .optional(),
  stream: z.boolean().optional(),
  prompt_cache_key: z.string().max(64).optional(),
});

const chatContent = z.union([
  z.string(),
  z
    .array(
      z.union([
        z.strictObject({ type: z.literal("text"), text: z.string() }),
        z.strictObject({
          type: z.literal("image_url"),
          image_url: z.strictObject({ url: dataUrl }),
        }),
        z.strictObject({
          type: z.literal("file"),
          file: z.strictObject({ filename: z.string().min(1), file_data: pdfUrl }),
        }),
      ]),
    )
    .min(1),
]);

/** The body that POST /chat/completions accepts, with the extensions of OpenRouter. */
export const chatRequestSchema = z.strictObject({
  model: z.string(),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: chatContent }))
    .min(1),
  reasoning_effort: effort.optional(),
  reasoning: z.strictObject({ effort }).optional(),
  temperature,
  max_tokens: z.int().positive().optional(),
  tools: z.array(z.strictObject({ type: z.literal("openrouter:web_search") })).optional(),
  response_format: z
    .union([
      z.strictObject({
        type: z.literal("json_schema"),
        json_schema: z.strictObject(schemaFormat),
      }),
      z.strictObject({ type: z.literal("json_object") }),
    ])
    .optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
});

/** The body that POST /embeddings accepts. */
export const embeddingsRequestSchema = z.strictObject({
  model: z.string(),
  input: z.array(z.string().min(1)).min(1).max(2048),
  encoding_format: z.literal("float").optional(),
  dimensions: z.int().positive().optional(),
});
