import { ConfigError } from "@faculties/mcp-kit";

/** Refuses what is no address of an API. The value is not repeated: some people put passwords into addresses. */
export function requireAddress(variable: string, address: string): void {
  const text = address.trim();
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) throw new ConfigError(`${variable} must be an http or https URL.`);
}
