import { abortable } from "@faculties/std";
import { Client, type Tool } from "@modelcontextprotocol/client";
import { Child, type ChildSettings } from "./child.ts";
import { ChildTransport } from "./child-transport.ts";
import { nameCause } from "./name-cause.ts";

export type Handshake =
  | {
      isAlive: true;
      server: string;
      version: string;
      protocol: string;
      tools: number;
      /** Whether one of the tools changes something. */
      writes: boolean;
      ms: number;
    }
  | { isAlive: false; reason: string };

export type Patience = { timeoutMs: number; signal: AbortSignal };

/** Starts a server as a client does, greets it and counts its tools. */
export async function shakeHands(
  settings: ChildSettings,
  { timeoutMs, signal }: Patience,
): Promise<Handshake> {
  const started = performance.now();
  const child = new Child(settings);
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const client = new Client({ name: "faculties-doctor", version: "1.0.0" });
    const limits = { signal: timeout, timeout: timeoutMs };
    const tools = await abortable(greet(client, child, limits), timeout);
    const { name = "unknown", version = "unknown" } = client.getServerVersion() ?? {};
    return {
      isAlive: true,
      server: name,
      version,
      protocol: client.getNegotiatedProtocolVersion() ?? "unknown",
      tools: tools.length,
      writes: tools.some(({ annotations }) => annotations?.readOnlyHint !== true),
      ms: Math.round(performance.now() - started),
    };
  } catch (error) {
    const seconds = timeoutMs / 1_000;
    const why = timeout.aborted
      ? `did not answer within ${seconds} s`
      : await Promise.race([child.ended, Promise.resolve((error as Error).message)]);
    return { isAlive: false, reason: nameCause(why, child.stderr) };
  } finally {
    await child.stop(timeout.aborted ? 0 : undefined);
  }
}

async function greet(
  client: Client,
  child: Child,
  limits: { signal: AbortSignal; timeout: number },
): Promise<Tool[]> {
  await client.connect(new ChildTransport(child), limits);
  if (client.getServerCapabilities()?.tools === undefined) return [];
  return (await client.listTools(undefined, limits)).tools;
}
