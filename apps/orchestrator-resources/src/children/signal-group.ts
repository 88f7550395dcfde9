/** Sends a signal to every process of a group; false when none is left. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EPERM: some are there, but changed their user.
    if (code === "ESRCH" || code === "EPERM") return code === "EPERM";
    throw error;
  }
}
