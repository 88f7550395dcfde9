import * as z from "zod";
import { instant, text } from "./response-fields.ts";

export const point = z.object({
  node_id: text,
  type: text,
  intensity: z.number().min(0),
  updated_at: instant,
});
