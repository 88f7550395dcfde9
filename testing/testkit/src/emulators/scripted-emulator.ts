import {
  startRecorder,
  type RecorderAnswer,
  type RecordedRequest,
  type Recorder,
} from "./recorder.ts";

/** An answer on the wire instead of a described reply: an error, a hang, garbage. */
export type WireReply = { wire: RecorderAnswer };

type Described<Reply> = string | Reply | WireReply;

/** A scripted answer of an emulator: a text, a described reply, an answer on the wire, or a function of the request. */
export type Scripted<Reply> =
  | Described<Reply>
  | ((request: RecordedRequest) => Described<Reply> | Promise<Described<Reply>>);

/** A vendor's API on a free loopback port that answers by script. */
export type Emulator<Reply> = Omit<Recorder, "script"> & {
  /** The replies of one model or pipe in order, the last one repeated; "*" answers for those without a script. */
  answer(name: string, ...replies: Scripted<Reply>[]): void;
  /** The vendor's list at `/models`, in its own form, or how it fails to; nothing unless told. */
  list(models: RecorderAnswer): void;
};

export type EmulatedVendor<Reply> = {
  /** Whose script answers this request, or at once what the vendor says to a bad one. */
  accept(request: RecordedRequest): string | WireReply;
  render(reply: Reply, request: RecordedRequest): RecorderAnswer;
  /** The vendor's answer to a name that it does not know. */
  unknown(name: string): WireReply;
};

/** The part that all vendors' emulators share: scripts by name on a recorder. */
export async function startScriptedEmulator<Reply extends { text: string }>(
  vendor: EmulatedVendor<Reply>,
): Promise<Emulator<Reply>> {
  const scripts = new Map<string, Scripted<Reply>[]>();
  let listing: RecorderAnswer | undefined;

  function nextReply(name: string): Scripted<Reply> {
    const script = scripts.get(name) ?? scripts.get("*") ?? [];
    return (script.length > 1 ? script.shift() : script[0]) ?? vendor.unknown(name);
  }

  async function describe(request: RecordedRequest): Promise<Described<Reply>> {
    const accepted = vendor.accept(request);
    if (typeof accepted !== "string") return accepted;
    const reply = nextReply(accepted);
    return typeof reply === "function" ? reply(request) : reply;
  }

  const { script: _, ...recorder } = await startRecorder(async (response, request, sever) => {
    if (listing !== undefined && request.method === "GET" && /\/models(\?|$)/.test(request.path))
      return listing(response, request, sever);
    const described = await describe(request);
    if (isWireReply(described)) return described.wire(response, request, sever);
    const reply = typeof described === "string" ? ({ text: described } as Reply) : described;
    return vendor.render(reply, request)(response, request, sever);
  });
  return {
    ...recorder,
    answer: (name, ...replies) => {
      scripts.set(name, replies);
    },
    list: (models) => {
      listing = models;
    },
  };
}

function isWireReply(reply: unknown): reply is WireReply {
  return typeof reply === "object" && reply !== null && "wire" in reply;
}
