import type { Transaction } from "@faculties/storage";
import { authorOf } from "../domain/decision.ts";
import { renderRecord } from "../domain/adr/render-record.ts";
import { drawLineage } from "../domain/draw-lineage.ts";
import { renderProposal } from "../domain/proposal.ts";
import { readLineage } from "../decisions/read-lineage.ts";
import type { VisibleProjects } from "../projects/current-project.ts";
import { findDecisions, type StoredDecision } from "../store/decisions.ts";
import { linksOf } from "../store/links.ts";
import { findProposals } from "../store/proposals.ts";
import type { ResourceAddress } from "./resource-uris.ts";

/** The Markdown of a resource; undefined when it does not exist. */
export async function renderResource(
  tx: Transaction,
  { kind, name }: ResourceAddress,
  projects: VisibleProjects,
): Promise<string | undefined> {
  if (kind === "targets") return renderTarget(tx, name, projects);
  if (kind === "proposals") {
    const [proposal] = await findProposals(tx, [name]);
    return proposal && renderProposal(proposal, authorOf(proposal));
  }
  const [decision] = await findDecisions(tx, [name]);
  return decision && renderDecision(tx, decision);
}

/** A decision as a record whose links lead to the other decisions. */
export async function renderDecision(tx: Transaction, decision: StoredDecision): Promise<string> {
  const links = await linksOf(tx, [decision.id]);
  const others = await findDecisions(
    tx,
    links.flatMap(({ newId, oldId }) => [newId, oldId]),
  );
  const titles = new Map(others.map(({ id, title }) => [id, title]));
  const named = (ids: string[]) => ids.map((id) => ({ name: id, title: titles.get(id) ?? id }));
  const older = links.filter(({ newId }) => newId === decision.id);
  const newer = links.filter(({ oldId, kind }) => oldId === decision.id && kind === "supersedes");
  return renderRecord({
    ...decision,
    author: authorOf(decision),
    supersedes: named(older.filter((link) => link.kind === "supersedes").map((link) => link.oldId)),
    amends: named(older.filter((link) => link.kind === "amends").map((link) => link.oldId)),
    supersededBy: named(newer.map(({ newId }) => newId)),
  });
}

async function renderTarget(
  tx: Transaction,
  target: string,
  projects: VisibleProjects,
): Promise<string | undefined> {
  const { decisions, links, drafts } = await readLineage(tx, target, projects);
  const active = decisions.find((one) => one.status === "active");
  const known = active ?? decisions.at(-1) ?? drafts[0];
  if (known === undefined) return undefined;
  return [
    `# ${known.target}`,
    "",
    active
      ? `In force: ${active.title} (${active.id}), written by ${authorOf(active)}`
      : "No decision is in force.",
    "",
    "## Lineage",
    "",
    "```",
    ...drawLineage(decisions, links),
    "```",
    ...(drafts.length > 0 ? ["", "## Proposals", ""] : []),
    ...drafts.map(
      (draft) =>
        `- ${draft.title} (${draft.id}, confidence ${draft.confidence}, written by ${authorOf(draft)})`,
    ),
    ...(active ? ["", "## Decision in force", "", active.rationale] : []),
    "",
  ].join("\n");
}
