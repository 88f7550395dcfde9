import type { Subject } from "../find-servers.mjs";
import type { Channel, Era, TransportKind } from "./channel.ts";
import { openHttpChannel } from "./http-channel.ts";
import { openStdioChannel } from "./stdio-channel.ts";

/** Starts a server for one era over one transport. */
export function openChannel(
  subject: Subject,
  transport: TransportKind,
  era: Era,
): Promise<Channel> {
  return transport === "stdio" ? openStdioChannel(subject, era) : openHttpChannel(subject, era);
}
