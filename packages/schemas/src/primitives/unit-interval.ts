import * as z from "zod";

/** A number from 0 to 1. */
export const UnitInterval = z.number().min(0).max(1);
