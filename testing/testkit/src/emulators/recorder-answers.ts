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
