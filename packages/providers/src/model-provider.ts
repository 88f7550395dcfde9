export type Effort = "minimal" | "low" | "medium" | "high" | "max";

export type TextPart = { type: "text"; text: string };
export type ImagePart = { type: "image"; mimeType: string; base64: string };

export type Message = {
  role: "user" | "assistant";
  content: string | (TextPart | ImagePart)[];
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
  /** Langbase only: continues a thread that the API created. */
  threadId?: string | undefined;
};

export type Usage = {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
};

export type ModelResponse = {
  text: string;
  usage: Usage;
  /** The model that answered, according to the vendor. */
  model: string;
  finish: "stop" | "length" | "other";
  /** Present if the registry knows the model's prices. */
  costUsd?: number;
  threadId?: string;
};

export type CompleteOptions = {
  signal?: AbortSignal | undefined;
  /** Called before each wait, so that the caller can report progress. */
  onRetry?: ((attempt: { number: number; delayMs: number; reason: string }) => void) | undefined;
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
