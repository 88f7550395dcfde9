import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SourceText } from "../domain/source-text.ts";
import type { EngineName, EngineReport, EngineProcess } from "./engine.ts";

export type HostRequest = { id: number; texts: readonly SourceText[] };
export type HostReply =
  | { id: number; report: EngineReport }
  | { id: number; error: string; isRange: boolean };

// Most of a program is never called, and to optimise what is called costs more time than it saves a thousand files.
export const WASM_FLAGS = ["--wasm-tiering-budget=1000000000"];

type Waiting = { resolve(report: EngineReport): void; reject(error: Error): void };

/** Starts a process that hosts one engine. */
export function forkEngine(name: EngineName): EngineProcess {
  const host = fileURLToPath(new URL("engine-host.cjs", import.meta.url));
  const child = fork(host, [name], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: WASM_FLAGS,
  });
  const waiting = new Map<number, Waiting>();
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.once("error", fail);
  child.once("exit", (code, signal) => fail(new Error(`its process ended (${signal ?? code})`)));
  child.on("message", (reply: HostReply) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply)
      call?.reject(reply.isRange ? new RangeError(reply.error) : new Error(reply.error));
    else call?.resolve(reply.report);
  });
  let lastId = 0;
  return {
    check: (texts) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        if (child.connected) child.send({ id: lastId, texts }, (error) => error && fail(error));
        else fail(new Error("its process has ended"));
      }),
    kill: () => void child.kill("SIGKILL"),
  };
}
