import { defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { type LinkKind, authorOf } from "../domain/decision.ts";
import { memoryError } from "../domain/memory-error.ts";
import { renderProposal } from "../domain/proposal.ts";
import { renderDecision } from "../resources/render-resource.ts";
import { findDecisions } from "../store/decisions.ts";
import { findEpisodes } from "../store/episodes.ts";
import { linksOf } from "../store/links.ts";
import { findProposals } from "../store/proposals.ts";
import { jsonOption } from "./json-option.ts";
import { toPublicRow } from "./to-public-row.ts";

const options = { json: jsonOption };

export const showCommand = defineCommand<Context, typeof options>({
  name: "show",
  usage: "<id>",
  summary: "Show a decision or a proposal",
  positionals: [1, 1],
  options,
  async run({ context, positionals: [id = ""], values: { json }, print }) {
    await context.storage.read(async (tx) => {
      const [decision] = await findDecisions(tx, [id]);
      const [proposal] = await findProposals(tx, [id]);
      if (decision !== undefined) {
        const links = await linksOf(tx, [id]);
        const older = (kind: LinkKind) =>
          links.filter((link) => link.newId === id && link.kind === kind).map(({ oldId }) => oldId);
        const newer = (kind: LinkKind) =>
          links.filter((link) => link.oldId === id && link.kind === kind).map(({ newId }) => newId);
        const row = {
          ...decision,
          supersedes: older("supersedes"),
          supersededBy: newer("supersedes"),
          amends: older("amends"),
          amendedBy: newer("amends"),
        };
        print(
          json ? JSON.stringify(toPublicRow(row), null, 2) : await renderDecision(tx, decision),
        );
      } else if (proposal !== undefined) {
        const events = await findEpisodes(tx, proposal.evidence);
        const row = { ...proposal, events: events.map(toPublicRow) };
        print(
          json
            ? JSON.stringify(toPublicRow(row), null, 2)
            : renderProposal(proposal, authorOf(proposal)),
        );
      } else throw memoryError("DECISION_NOT_FOUND", `There is no decision or proposal ${id}.`);
    });
  },
});
