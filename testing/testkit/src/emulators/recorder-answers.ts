import { setTimeout as delay } from "node:timers/promises";
import type { RecorderAnswer } from "./recorder.ts";

export type AnswerOptions = { status?: number; headers?: Record<string, string> };

export function json(body: unknown, options: AnswerOptions = {}): RecorderAnswer {
  return bytes(JSON.stringify(body), {
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });
}

/** Any body at all: HTML, half a JSON text, binary, nothing. */
export function bytes(body: string | Uint8Array, options: AnswerOptions = {}): RecorderAnswer {
  return (response) => {
    response.writeHead(options.status ?? 200, options.headers);
    response.end(body);
  };
}

export function delayed(milliseconds: number, answer: RecorderAnswer): RecorderAnswer {
  return async (response, request, sever) => {
    await delay(milliseconds, undefined, { ref: false });
    if (!response.destroyed) await answer(response, request, sever);
  };
}

/** Never answers: the client has to close the connection. */
export function hang(): RecorderAnswer {
  return () => {};
}

/** Sends headers and the beginning of a body, then nothing more. */
export function hangInBody(beginning = '{"half":'): RecorderAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(beginning);
  };
}

/** How an emulated stream goes wrong: it sends this many pieces of its text and then stops. */
export type StreamFault = {
  pieces: number;
  /** Says nothing more, breaks the connection, ends it as if all were said, or sends something else than JSON. */
  ending: "hang" | "cut" | "end" | "garbage";
};

export type StreamedEvent = { name?: string; data: unknown; isText?: boolean };

/** Server-sent events, written one by one. */
export function eventStream(
  events: readonly StreamedEvent[],
  { fault, done }: { fault?: StreamFault | undefined; done?: string } = {},
): RecorderAnswer {
  return (response, _request, sever) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    let left = fault?.pieces ?? Number.POSITIVE_INFINITY;
    for (const { name, data, isText = false } of events) {
      if (isText && left === 0) break;
      if (isText) left -= 1;
      const head = name === undefined ? "" : `event: ${name}\n`;
      response.write(`${head}data: ${JSON.stringify(data)}\n\n`);
    }
    if (fault === undefined)
      return void response.end(done === undefined ? "" : `data: ${done}\n\n`);
    if (fault.ending === "cut") response.write(": cut\n\n", sever);
    if (fault.ending === "end") response.end();
    if (fault.ending === "garbage") response.end("data: <html>\n\n");
  };
}

/** A text in pieces of a few characters, as models send it; a very long one in longer pieces, for the time of the tests. */
export function piecesOf(text: string): string[] {
  const length = text.length > 20_000 ? 1000 : 12;
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, "gu")) ?? [];
}

/** Breaks the connection in mid-body. */
export function cut(beginning = '{"half":'): RecorderAnswer {
  return (response, _request, sever) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write(beginning, sever);
  };
}

/** Breaks the connection before any answer. */
export function refuse(): RecorderAnswer {
  return (_response, _request, sever) => sever();
}

/** A body without an end, for as long as the client reads. */
export function endless(): RecorderAnswer {
  const chunk = Buffer.alloc(64 * 1024, " ");
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const pump = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", pump);
    pump();
  };
}

/** A refusal that repeats the credentials it was sent, as some vendors do. */
export function echoKey(status = 401): RecorderAnswer {
  return (response, request, sever) => {
    const sent = [
      request.headers.authorization,
      request.headers["x-api-key"],
      request.headers["x-goog-api-key"],
    ];
    const message = `Incorrect API key provided: ${sent.filter(Boolean).join(", ")} ${request.path}`;
    return json({ error: { message, code: "invalid_api_key" } }, { status })(
      response,
      request,
      sever,
    );
  };
}
