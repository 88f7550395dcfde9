import { createHash, timingSafeEqual } from "node:crypto";
import { ConfigError } from "@faculties/mcp-kit";
import type { SecretState } from "./domain/access.ts";

const HASH = /^(?:sha256:)?(?<hex>[0-9a-f]{64})$/i;

/** Whether the given secret allows writing: any one does, unless the hash of the right one is configured. */
export function secretState(secret: string | undefined, hash: string | undefined): SecretState {
  if (secret === undefined || secret.trim() === "") return "missing";
  if (hash === undefined) return "valid";
  const hex = HASH.exec(hash.trim())?.groups?.["hex"];
  if (hex === undefined)
    throw new ConfigError("AGENT_MEMORY_SECRET_HASH must be a SHA-256 in hexadecimal.");
  const given = createHash("sha256").update(secret).digest();
  return timingSafeEqual(given, Buffer.from(hex, "hex")) ? "valid" : "wrong";
}
