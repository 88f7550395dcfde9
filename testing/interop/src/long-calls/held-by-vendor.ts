import { waitUntil } from "@faculties/testkit";
import { hang, type RecordedRequest, type Recorder } from "@faculties/testkit/emulators";
import type { HeldCall } from "./long-calls.ts";

/** A vendor never answers a request with this text. */
export const HOLD = "Never answer this:";

export const isHeld = ({ bodyText }: RecordedRequest): boolean => bodyText.includes(HOLD);

export const held = { wire: hang() };

/** Watches the connection on which a vendor was asked: it must be closed when the call is cancelled. */
export function heldByVendor(
  { requests }: Pick<Recorder, "requests">,
  mark: string,
): Pick<HeldCall, "begun" | "hasStopped"> {
  const request = () => requests.find(({ bodyText }) => bodyText.includes(`${HOLD} ${mark}`));
  return {
    begun: () => waitUntil(request, { what: "the vendor to be asked" }),
    hasStopped: () => request()?.disconnected === true,
  };
}
