import { useEffect, useState } from "preact/hooks";
import type { ServerState as ProcessState } from "../../src/servers/server-state.ts";
import type { SampleState } from "../../src/sample/sample-mode.ts";

export type ServerState = ProcessState;
export type ConsoleState = {
  version: string;
  role: "admin" | "viewer";
  token: string;
  sample: SampleState;
  servers: ServerState[];
};

/** The console's own state, pushed; null when the console cannot be reached. */
export function useConsoleState(): ConsoleState | null | undefined {
  const [state, setState] = useState<ConsoleState | null>();
  useEffect(() => {
    let source: EventSource | undefined;
    // A hidden page gives its connection back: browsers allow only a few to one host.
    const follow = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource("/api/events");
      source.onmessage = ({ data }: MessageEvent<string>) =>
        setState(JSON.parse(data) as ConsoleState);
      source.onerror = () => setState(null);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      source?.close();
    };
  }, []);
  return state;
}

export async function switchSample(on: boolean): Promise<void> {
  await fetch("/api/sample", { method: "POST", body: JSON.stringify({ on }) });
}
