import type { GetDecisionOutput } from "@faculties/schemas/agent-memory/get-decision";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import type { Link } from "../domain/decision.ts";
import { memoryError } from "../domain/memory-error.ts";
import { GLOBAL } from "../domain/project.ts";
import type { VisibleProjects } from "../projects/current-project.ts";
import { projectName } from "../projects/find-project.ts";
import { findDecisions, type StoredDecision } from "../store/decisions.ts";
import { findProposals } from "../store/proposals.ts";
import { readLineage } from "./read-lineage.ts";

type Wanted = {
  id: string | undefined;
  target: string | undefined;
  projects: VisibleProjects;
};
type Found = Pick<GetDecisionOutput, "decision" | "lineage">;
type Whole = Pick<
  StoredDecision,
  "id" | "title" | "target" | "rationale" | "consequences" | "origin" | "project"
> & { status: Found["decision"]["status"]; createdAt: number };

/** A decision or a proposal with everything that it replaced or was replaced by. An id names one of any project. */
export async function getDecision(
  { storage }: Context,
  { id, target, projects }: Wanted,
): Promise<Found> {
  return storage.read(async (tx) => {
    const one = id === undefined ? await inForceOn(tx, target ?? "", projects) : await byId(tx, id);
    const { decisions, links } = await readLineage(tx, one.target, [one.project]);
    return { decision: shown(one), lineage: lineageOf(one.id, decisions, links) };
  });
}

async function byId(tx: Transaction, id: string): Promise<Whole> {
  const [decision] = await findDecisions(tx, [id]);
  if (decision !== undefined) return decision;
  const [proposal] = await findProposals(tx, [id]);
  if (proposal?.status === "draft")
    return { ...proposal, status: "draft", createdAt: proposal.firstObservedAt };
  throw memoryError("DECISION_NOT_FOUND", `There is no decision or proposal ${id}.`, { ids: [id] });
}

/** The project's own decision before one that every project sees. */
async function inForceOn(
  tx: Transaction,
  target: string,
  projects: VisibleProjects,
): Promise<StoredDecision> {
  const { decisions } = await readLineage(tx, target, projects);
  const active = decisions.filter(({ status }) => status === "active");
  const own = active.find(({ project }) => project !== GLOBAL) ?? active[0];
  if (own !== undefined) return own;
  const last = decisions.at(-1);
  if (last !== undefined) return last;
  throw memoryError(
    "DECISION_NOT_FOUND",
    `Nothing was decided on "${target}". Use search_decisions to find decisions by their words.`,
  );
}

function shown({ createdAt, project, ...one }: Whole): Found["decision"] {
  const { id, title, target, rationale, consequences, status, origin } = one;
  return {
    id,
    title,
    target,
    rationale,
    consequences,
    status,
    origin,
    created_at: new Date(createdAt).toISOString(),
    ...(project !== GLOBAL && { project: projectName(project) }),
  };
}

/** Everything that can be reached through links, older and newer. */
function lineageOf(
  id: string,
  decisions: readonly StoredDecision[],
  links: readonly Link[],
): Found["lineage"] {
  const known = new Map(decisions.map((decision) => [decision.id, decision]));
  const lineage: Found["lineage"] = [];
  const follow = (direction: "older" | "newer") => {
    const seen = new Set([id]);
    let frontier = [id];
    while (frontier.length > 0) {
      const next: string[] = [];
      for (const { newId, oldId, kind } of links) {
        const [from, to] = direction === "older" ? [newId, oldId] : [oldId, newId];
        const other = known.get(to);
        if (!frontier.includes(from) || seen.has(to) || other === undefined) continue;
        seen.add(to);
        next.push(to);
        lineage.push({
          id: to,
          title: other.title,
          status: other.status,
          relation: relation(direction, kind),
        });
      }
      frontier = next;
    }
  };
  follow("newer");
  follow("older");
  return lineage;
}

function relation(direction: "older" | "newer", kind: Link["kind"]) {
  if (direction === "older") return kind;
  return kind === "supersedes" ? "superseded by" : "amended by";
}
