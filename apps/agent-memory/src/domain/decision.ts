export type Origin = "human" | "agent";
export type DecisionStatus = "active" | "superseded" | "deprecated";

/** What a decision says. */
export type DecisionText = {
  title: string;
  target: string;
  rationale: string;
  consequences: string[];
};

export type Decision = DecisionText & {
  id: string;
  status: DecisionStatus;
  origin: Origin;
  createdAt: number;
};

/** `amends` replaces only a part, so the older decision stays in force. */
export type LinkKind = "supersedes" | "amends";
export type Link = { newId: string; oldId: string; kind: LinkKind };

/** Enough of a decision to name it. */
export type DecisionInForce = Pick<Decision, "id" | "target" | "title">;
