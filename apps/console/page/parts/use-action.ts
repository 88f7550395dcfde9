import { useState } from "preact/hooks";

/** Something that a button does: whether it is being done, and why it failed. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError((reason as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, error, run };
}
