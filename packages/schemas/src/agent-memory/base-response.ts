import * as z from "zod";

export const BaseResponse = z.object({
  status: z.enum(["success", "error"]),
  message: z.string().nullable().optional(),
});
export type BaseResponse = z.infer<typeof BaseResponse>;

export const DecisionResponse = BaseResponse.extend({
  message: z.string().nullable(),
  decision_id: z.string(),
});
export type DecisionResponse = z.infer<typeof DecisionResponse>;
