import { VENDOR_EFFORTS, type ModelEntry, type VendorEffort } from "./model-entry.ts";
import type { Effort } from "./model-provider.ts";

/** The tier nearest to `effort` that the model accepts, the cheaper of two; undefined where it takes none. */
export function nearestEffort(
  entry: ModelEntry | undefined,
  effort: Effort | undefined,
): VendorEffort | undefined {
  if (entry === undefined || effort === undefined) return undefined;
  const wanted = VENDOR_EFFORTS.indexOf(effort);
  const rank = (tier: VendorEffort) => VENDOR_EFFORTS.indexOf(tier);
  return entry.efforts.toSorted(
    (left, right) =>
      Math.abs(rank(left) - wanted) - Math.abs(rank(right) - wanted) || rank(left) - rank(right),
  )[0];
}
