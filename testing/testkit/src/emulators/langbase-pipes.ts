import * as z from "zod";
import { langbaseError } from "./langbase-error.ts";
import { json } from "./recorder-answers.ts";
import type { RecordedRequest } from "./recorder.ts";
import type { WireReply } from "./scripted-emulator.ts";

const pipeSchema = z.looseObject({ name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/) });

/** A pipe as it was last sent. */
export type StoredPipe = z.infer<typeof pipeSchema>;

export type PipeStore = {
  readonly pipes: ReadonlyMap<string, StoredPipe>;
  /** The answer of a management endpoint, or undefined when the request is for none of them. */
  serve(request: RecordedRequest): WireReply | undefined;
};

/** Pipes that can be listed, created and updated, as long as the emulator runs. */
export function createPipeStore(): PipeStore {
  const pipes = new Map<string, StoredPipe>();

  function create(request: RecordedRequest): WireReply {
    const parsed = pipeSchema.safeParse(request.body);
    if (!parsed.success) return langbaseError(400, z.prettifyError(parsed.error));
    const { upsert, ...pipe } = parsed.data;
    if (pipes.has(pipe.name) && upsert !== true) {
      return langbaseError(409, `Pipe ${pipe.name} already exists.`);
    }
    pipes.set(pipe.name, { ...pipes.get(pipe.name), ...pipe });
    return { wire: json(summaryOf(pipe), { status: 201 }) };
  }

  function update(name: string, request: RecordedRequest): WireReply {
    const known = pipes.get(name);
    if (known === undefined) return langbaseError(404, `Pipe ${name} not found.`);
    const parsed = pipeSchema.safeParse(request.body);
    if (!parsed.success) return langbaseError(400, z.prettifyError(parsed.error));
    const pipe = { ...known, ...parsed.data };
    pipes.delete(name);
    pipes.set(pipe.name, pipe);
    return { wire: json(summaryOf(pipe)) };
  }

  return {
    pipes,
    serve(request) {
      const { method, path } = request;
      if (path === "/v1/pipes") {
        if (method === "GET") return { wire: json([...pipes.values()].map(listedPipe)) };
        return method === "POST" ? create(request) : undefined;
      }
      const name = /^\/v1\/pipes\/([^/?]+)$/.exec(path)?.[1];
      return name !== undefined && method === "POST"
        ? update(decodeURIComponent(name), request)
        : undefined;
    },
  };
}

/** A pipe as a list shows it: the settings that nobody gave have Langbase's defaults. */
function listedPipe(pipe: StoredPipe): unknown {
  return {
    description: "",
    status: "private",
    owner_login: "owner",
    url: `https://langbase.com/owner/${pipe.name}`,
    model: "openai:gpt-4o-mini",
    stream: true,
    json: false,
    store: true,
    moderate: false,
    temperature: 0.7,
    max_tokens: 1000,
    messages: [],
    variables: [],
    tools: [],
    memory: [],
    ...pipe,
  };
}

function summaryOf(pipe: StoredPipe): unknown {
  return {
    name: pipe.name,
    description: pipe["description"] ?? "",
    status: pipe["status"] ?? "private",
    owner_login: "owner",
    url: `https://langbase.com/owner/${pipe.name}`,
    type: "run",
    api_key: `pipe_secret_of_${pipe.name}`,
  };
}
