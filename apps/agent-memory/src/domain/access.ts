import { memoryError } from "./memory-error.ts";

export const ROLES = ["viewer", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];
/** Whether this process holds the secret that writing needs. */
export type SecretState = "valid" | "missing" | "wrong";
export type Access = { role: Role; secret: SecretState };

/** The permission that a tool needs. */
export type Permission = "search" | "write" | "decide";

/** Whether a role ever has this permission. The secret is not considered, because it can still be set. */
export function isPermitted(role: Role, permission: Permission): boolean {
  if (permission === "search") return true;
  return permission === "write" ? role !== "viewer" : role === "admin";
}

export function requireWriter({ role, secret }: Access): void {
  if (role === "viewer")
    throw memoryError(
      "PERMISSION_DENIED",
      "the role viewer can only search. Start the server with --role agent or --role admin.",
    );
  if (secret === "missing")
    throw memoryError(
      "PERMISSION_DENIED",
      "writing needs AGENT_MEMORY_SECRET in the server's environment.",
    );
  if (secret === "wrong")
    throw memoryError(
      "PERMISSION_DENIED",
      "AGENT_MEMORY_SECRET does not match AGENT_MEMORY_SECRET_HASH.",
    );
}

export function requireAdmin(access: Access): void {
  if (access.role !== "admin")
    throw memoryError(
      "PERMISSION_DENIED",
      `deciding on proposals needs the role admin, this is ${access.role}. Start with --role admin.`,
    );
  requireWriter(access);
}
