export {
  startRecorder,
  type RecorderAnswer,
  type RecordedRequest,
  type Recorder,
} from "./recorder.ts";
export {
  bytes,
  cut,
  delayed,
  echoKey,
  endless,
  eventStream,
  hang,
  hangInBody,
  json,
  refuse,
  type StreamedEvent,
  type StreamFault,
} from "./recorder-answers.ts";
export { openAiError, startOpenAiEmulator } from "./openai.ts";
export type { OpenAiReply } from "./openai-response.ts";
export { startXaiEmulator, xaiError } from "./xai.ts";
export { anthropicError, startAnthropicEmulator, type AnthropicReply } from "./anthropic.ts";
export { googleError, startGoogleEmulator, type GoogleReply } from "./google.ts";
export { langbaseError } from "./langbase-error.ts";
export type { StoredPipe } from "./langbase-pipes.ts";
export { startLangbaseEmulator, type LangbaseEmulator, type LangbaseReply } from "./langbase.ts";
export type { Emulator, Scripted, WireReply } from "./scripted-emulator.ts";
