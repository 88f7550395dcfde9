import {
  type AnthropicReply,
  type Emulator,
  type GoogleReply,
  type OpenAiReply,
  type RecordedRequest,
  startAnthropicEmulator,
  startGoogleEmulator,
  startOpenAiEmulator,
  startRecorder,
  startXaiEmulator,
} from "@faculties/testkit/emulators";
import { beforeAll } from "vitest";

export type Vendors = {
  openai: Emulator<OpenAiReply>;
  google: Emulator<GoogleReply>;
  xai: Emulator<OpenAiReply>;
  anthropic: Emulator<AnthropicReply>;
  openrouter: Emulator<OpenAiReply>;
  compatible: Emulator<OpenAiReply>;
};

export const KEYS = {
  openai: "sk-openai-0123456789abcdef",
  google: "AIza-google-0123456789abcdef",
  xai: "xai-0123456789abcdef",
  anthropic: "sk-ant-0123456789abcdef",
  openrouter: "sk-or-0123456789abcdef",
  compatible: "local-0123456789abcdef",
};

/** Starts the vendors for all tests of a file; `env` leads a server to them. Both are filled before the first test. */
export function useVendors(): { vendors: Vendors; env: Record<string, string> } {
  const vendors = {} as Vendors;
  const env: Record<string, string> = {};
  beforeAll(async () => {
    Object.assign(vendors, await startVendors());
    Object.assign(env, environmentOf(vendors));
    return () => closeVendors(vendors);
  });
  return { vendors, env };
}

/** Every vendor on loopback, each answering `<vendor> says hello` to any model until told otherwise. */
async function startVendors(): Promise<Vendors> {
  const [openai, google, xai, anthropic, openrouter, compatible] = await Promise.all([
    startOpenAiEmulator(),
    startGoogleEmulator(),
    startXaiEmulator(),
    startAnthropicEmulator(),
    startOpenAiEmulator(),
    startOpenAiEmulator(),
  ]);
  const vendors = { openai, google, xai, anthropic, openrouter, compatible };
  for (const [name, emulator] of Object.entries(vendors))
    emulator.answer("*", `${name} says hello`);
  return vendors;
}

async function closeVendors(vendors: Vendors): Promise<void> {
  await Promise.all(Object.values(vendors).map((emulator) => emulator.close()));
}

/** The body of a request that must have been made. */
export function bodyOf<Body>(request: RecordedRequest | undefined): Body {
  if (request === undefined) throw new Error("There was no such request.");
  return request.body as Body;
}

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  const recorder = await startRecorder();
  await recorder.close();
  return recorder.url;
}

/** The variables that lead a server to these vendors instead of the real ones. */
export function environmentOf(vendors: Partial<Vendors>): Record<string, string> {
  const entries = Object.entries(vendors).flatMap(([name, { url }]) => [
    [`${name.toUpperCase()}_BASE_URL`, name === "openrouter" ? `${url}/api/v1` : url],
    [`${name.toUpperCase()}_API_KEY`, KEYS[name as keyof typeof KEYS]],
  ]);
  return {
    ...Object.fromEntries(entries),
    CONVERSE_RETRY_DELAY_MS: "1",
    CONVERSE_CLI: "off",
    CONVERSE_JUDGE: "off",
    CONVERSE_LIVE_MODELS: "off",
  };
}
