export const PREFIX = "gan-audit://sessions/";
export const SUFFIX = "/history";

/** Where the audits of a session can be read. */
export const historyUri = (session: string): string =>
  PREFIX + encodeURIComponent(wellFormed(session)) + SUFFIX;

/** Half a surrogate pair has no URI. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
