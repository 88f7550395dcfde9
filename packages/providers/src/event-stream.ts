import type { IncomingHttpHeaders } from "node:http";
import { HttpFailure } from "./http-failure.ts";

/** Puts the events of a stream together into the body that the vendor sends without streaming. */
export type StreamAssembly = {
  /** Takes the JSON of one event and returns the text that it adds. Throws HttpFailure for an event that reports an error. */
  take(event: unknown): string;
  /** The whole body; undefined as long as the stream has not come to its proper end. */
  body(): unknown;
};

/** How to read an answer that is streamed. */
export type StreamReading = {
  assembly: StreamAssembly;
  onText(text: string): void;
  /** The longest silence after the first text. */
  idleTimeoutMs: number;
};

/** Thrown when a stream stops in the middle of its text but does not end. */
export class StreamStalled extends Error {
  override readonly name = "StreamStalled";
}

type StreamedMessage = AsyncIterable<Buffer> & { destroy(error: Error): unknown };

/** Reads server-sent events to their end and returns the assembled body. */
export async function readEventStream(
  message: StreamedMessage,
  reading: StreamReading,
  received: { status: number; headers: IncomingHttpHeaders; maxBytes: number },
): Promise<unknown> {
  const { assembly, onText, idleTimeoutMs } = reading;
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  let idle: NodeJS.Timeout | undefined;
  let hasText = false;
  try {
    for await (const chunk of message) {
      clearTimeout(idle);
      size += chunk.length;
      if (size > received.maxBytes) {
        throw new HttpFailure(
          "oversized",
          `the answer is larger than ${received.maxBytes} bytes`,
          received,
        );
      }
      const events = `${rest}${decoder.decode(chunk, { stream: true })}`.split(BLANK_LINE);
      rest = events.pop() ?? "";
      for (const event of events) {
        const text = takeEvent(event, assembly, received);
        if (text === "") continue;
        hasText = true;
        onText(text);
      }
      // A model may think in silence for minutes, but a text that has begun does not pause for long.
      if (hasText && assembly.body() === undefined) {
        idle = setTimeout(() => {
          message.destroy(new StreamStalled(`nothing for ${idleTimeoutMs} ms`));
        }, idleTimeoutMs);
      }
    }
    const last = takeEvent(rest, assembly, received);
    if (last !== "") onText(last);
  } finally {
    clearTimeout(idle);
  }
  const body = assembly.body();
  if (body === undefined) throw new HttpFailure("network", "the stream ended early", received);
  return body;
}

const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/;

/** One event: its `data` lines together are JSON. Comments, names and the end mark of chat completions are skipped. */
function takeEvent(
  event: string,
  assembly: StreamAssembly,
  received: { status: number; headers: IncomingHttpHeaders },
): string {
  const data = event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trimStart())
    .join("\n");
  if (data === "" || data === "[DONE]") return "";
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch (cause) {
    throw new HttpFailure("garbage", "the stream is not JSON", { ...received, cause });
  }
  return assembly.take(parsed);
}
