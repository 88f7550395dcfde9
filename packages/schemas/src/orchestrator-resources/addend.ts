import { amount } from "../primitives/amount.ts";

/** A number from an attribute or an output that is going to be added up. */
export const Addend = amount();
