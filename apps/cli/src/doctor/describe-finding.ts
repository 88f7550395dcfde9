import type { Finding } from "./probe-server.ts";

/** The abilities of a server in half a line: `3 tools, reads and writes`. */
export function describeFinding({ status, message, tools, writes }: Finding): string {
  if (status === "skipped") return message;
  if (tools === undefined) return `does not start: ${message}`;
  const count = `${tools} ${tools === 1 ? "tool" : "tools"}`;
  return `${count}, ${writes ? "reads and writes" : "reads only"}`;
}
