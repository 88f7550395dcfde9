import * as z from "zod";

/** ISO 8601 date and time, published by its format alone. */
export const IsoTimestamp = z.iso.datetime({ offset: true }).meta({ pattern: undefined });
