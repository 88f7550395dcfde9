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
  task: identifier("Name of the task to award"),
  payload: anyObject().optional().describe("Data of the task"),
  tags: textList("Abilities that a bidder must have"),
  bids: z.array(Bid).default([]).describe("Bids of agents: who, at what cost"),
  auto_bid: z
    .boolean()
    .default(true)
    .describe("Let running worker processes bid too, by how busy they are"),
  busy_penalty: amount()
    .min(0)
    .default(1)
    .describe("Cost added for each task that a bidder has already"),
  preferred: textList("Agents that win if costs are equal"),
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
