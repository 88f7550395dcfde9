/** Variables that a child sees of the server's own environment, where they are set. */
export const DEFAULT_ENVIRONMENT_NAMES = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
] as const;

export const CHILD_LOG_BYTES = 16 * 1024 * 1024;
