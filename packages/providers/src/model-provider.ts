export type Effort = "minimal" | "low" | "medium" | "high" | "max";

export type TextPart = { type: "text"; text: string };
export type ImagePart = { type: "image"; mimeType: string; base64: string };

export type PdfDocument = { name: string; base64: string };

export type Message = {
  role: "user" | "assistant";
  content: string | (TextPart | ImagePart)[];
  /** PDF files that come before the content. A vendor that takes none refuses the request. */
  documents?: readonly PdfDocument[] | undefined;
  /** A later request will begin with the same messages up to this one: worth keeping in the vendor's prompt cache. */
  cache?: boolean | undefined;
};

export type ModelRequest = {
  /** The vendor's own model id; a pipe's name at Langbase. */
  model: string;
  system?: string | undefined;
  messages: Message[];
  temperature?: number | undefined;
  effort?: Effort | undefined;
  maxOutputTokens?: number | undefined;
  webSearch?: boolean | undefined;
  /** Asks for JSON of this shape where the vendor can enforce one. Others ignore it, so parse the text with care. */
  jsonSchema?: JsonSchemaFormat | undefined;
  /** Requests with the same key share the vendor's prompt cache, where the vendor asks for one. */
  cacheKey?: string | undefined;
  /** Langbase only: continues a thread that the API created. */
  threadId?: string | undefined;
};

/** A JSON Schema with a name of letters, digits, `_` and `-`. */
export type JsonSchemaFormat = { name: string; schema: Readonly<Record<string, unknown>> };

export type Usage = {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  /** The part of the input that the vendor read from its prompt cache, or wrote to it; absent if none. */
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  /** Web searches that the vendor made for the answer; absent if none. */
  searches?: number;
};

/** A page that a web search found and the answer uses. */
export type Source = { url: string; title?: string };

export type ModelResponse = {
  text: string;
  usage: Usage;
  /** The model that answered, according to the vendor. */
  model: string;
  finish: "stop" | "length" | "other";
  /** Present if the registry knows the model's prices. */
  costUsd?: number;
  threadId?: string;
  /** The pages behind an answer from a web search, each once; absent if there are none. */
  sources?: Source[];
  /** Parameters that the vendor refused and the answer was made without. */
  refusedParameters?: string[];
};

export type CompleteOptions = {
  signal?: AbortSignal | undefined;
  /** Called before each wait, so that the caller can report progress. */
  onRetry?: ((attempt: { number: number; delayMs: number; reason: string }) => void) | undefined;
  /**
   * Streams the answer if the vendor can, and gets each piece of its text as it arrives. A retry begins the text again,
   * after `onRetry`. A ProviderError has what had arrived in `partialText`; after an abort only the pieces tell.
   */
  onDelta?: ((piece: { text: string }) => void) | undefined;
};

export type ModelProvider = {
  readonly name: string;
  complete(request: ModelRequest, options?: CompleteOptions): Promise<ModelResponse>;
};

export type EmbeddingProvider = {
  /** Identifies the vector space: vectors of different ids are never compared. */
  readonly id: string;
  embed(texts: string[], options?: { signal?: AbortSignal | undefined }): Promise<Float32Array[]>;
};
