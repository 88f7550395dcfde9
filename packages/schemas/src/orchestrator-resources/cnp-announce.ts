import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { anyObject } from "../primitives/record-of.ts";
import { idempotent, text, texts } from "./response-fields.ts";
import { idempotencyKey, identifier, textList } from "./tool-parameters.ts";

const Bid = describedObject(
  "{agent_id, cost, load?: tasks it has, tags?}",
  z.strictObject({
    agent_id: z.string().min(1),
    cost: amount().min(0),
    load: amount().min(0).default(0),
    tags: z.array(z.string()).default([]),
  }),
);

export const CnpAnnounceInput = z.strictObject({
  task: identifier("Task to award"),
  payload: anyObject().optional().describe("Its data"),
  tags: textList("What a bidder must be able to do"),
  bids: z.array(Bid).default([]).describe("Bids"),
  auto_bid: z.boolean().default(true).describe("Let running children bid by load"),
  busy_penalty: amount().min(0).default(1).describe("Cost added per task it has"),
  preferred: textList("Agents that win ties"),
  idempotency_key: idempotencyKey,
});
export type CnpAnnounceInput = z.infer<typeof CnpAnnounceInput>;

const RatedBid = z.object({
  agent_id: text,
  cost: z.number(),
  load: z.number(),
  effective_cost: z.number(),
  source: z.enum(["given", "child"]),
});

/** Cheapest effective cost first. `rejected` lacked a tag. */
export const CnpAnnounceOutput = z.object({
  call_id: text,
  task: text,
  awarded: RatedBid,
  bids: z.array(RatedBid),
  rejected: texts,
  idempotent,
});
export type CnpAnnounceOutput = z.infer<typeof CnpAnnounceOutput>;
