import type { Transaction } from "@faculties/storage";
import type { Link } from "../domain/decision.ts";
import { type StoredDecision, decisionsOfTarget, findDecisions } from "../store/decisions.ts";
import { targetKeyOf } from "../domain/project.ts";
import type { VisibleProjects } from "../projects/current-project.ts";
import { allProjects } from "../store/facets.ts";
import { linksOf } from "../store/links.ts";
import { type StoredProposal, proposalsOfTarget } from "../store/proposals.ts";

export type Lineage = { decisions: StoredDecision[]; links: Link[]; drafts: StoredProposal[] };

/** Everything about a target in the projects that can be seen, with the decisions of other targets that it is linked to. */
export async function readLineage(
  tx: Transaction,
  target: string,
  visible: VisibleProjects,
): Promise<Lineage> {
  const projects = visible ?? (await allProjects(tx));
  const keys = projects.map((project) => targetKeyOf({ project, target }));
  const found = new Map((await decisionsOfTarget(tx, keys)).map((one) => [one.id, one]));
  const links = new Map<string, Link>();
  let frontier = [...found.keys()];
  while (frontier.length > 0) {
    const next = await linksOf(tx, frontier);
    for (const link of next) links.set(`${link.newId} ${link.oldId}`, link);
    const unknown = next
      .flatMap(({ newId, oldId }) => [newId, oldId])
      .filter((id) => !found.has(id));
    const added = await findDecisions(tx, [...new Set(unknown)]);
    for (const one of added) found.set(one.id, one);
    frontier = added.map(({ id }) => id);
  }
  const decisions = [...found.values()].toSorted((left, right) => left.number - right.number);
  const proposals = await proposalsOfTarget(tx, keys);
  const drafts = proposals.filter(({ status }) => status === "draft");
  return { decisions, links: [...links.values()], drafts };
}
