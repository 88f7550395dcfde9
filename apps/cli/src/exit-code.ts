export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Nothing was changed: nobody agreed to it. */
  declined: 3,
  interrupted: 130,
} as const;
