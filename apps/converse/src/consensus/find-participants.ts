import { CodedError } from "@faculties/errors";
import type { ConsensusInput } from "@faculties/schemas/converse/consensus";
import { shownName } from "../domain/shown-name.ts";
import type { ModelAnswer } from "../models/ask-model.ts";
import type { ModelAccess } from "../models/model-access.ts";
import type { Target } from "../models/target.ts";

type Stance = "for" | "against" | "neutral";
type Wanted = { model: string; stance?: Stance | undefined; samples?: number | undefined };

/** The marks that tell the answers of one model apart. */
export type Role = { stance?: Stance | undefined; sample?: number | undefined };

/** A model of a consensus; a model that cannot be found or used has a failure instead of a target. */
export type Participant =
  | { name: string; role: Role; target: Target }
  | { name: string; role: Role; target?: undefined; failure: CodedError };

export type Speaker = Extract<Participant, { target: Target }>;

/** The result of one call to a participant. */
export type ParticipantOutcome =
  | { speaker: Speaker; answer: ModelAnswer }
  | { speaker: Speaker; answer?: undefined; failure: CodedError; durationMs: number };

const MOST_CALLS = 100;

/** The models to ask. One that cannot be used fails alone, not the whole call. */
export async function findParticipants(
  given: ConsensusInput["models"],
  models: ModelAccess,
  signal: AbortSignal,
): Promise<Participant[]> {
  const wanted = (given ?? ["auto"]).map((entry) =>
    typeof entry === "string" ? { model: entry } : entry,
  );
  const found = await Promise.all(wanted.map((entry) => participantsOf(entry, models, signal)));
  const participants = found.flat();
  if (participants.length > MOST_CALLS) {
    throw new CodedError(
      "INVALID_INPUT",
      `models: ${participants.length} answers are too many; ask for ${MOST_CALLS} at most.`,
      { isCallersFault: true },
    );
  }
  rejectTwice(participants);
  return participants;
}

async function participantsOf(
  { model: given, stance, samples = 1 }: Wanted,
  models: ModelAccess,
  signal: AbortSignal,
): Promise<Participant[]> {
  const targets = await targetsOf(given, models, signal);
  return targets.flatMap((one) =>
    Array.from({ length: samples }, (_, index) => ({
      ...one,
      role: {
        ...(stance !== undefined && { stance }),
        ...(samples > 1 && { sample: index + 1 }),
      },
    })),
  );
}

type Found = { name: string; target: Target } | { name: string; failure: CodedError };

/** `auto` stands for the best model of each vendor. */
async function targetsOf(
  given: string,
  models: ModelAccess,
  signal: AbortSignal,
): Promise<Found[]> {
  const name = shownName(given);
  try {
    if (models.isAuto(given)) {
      const best = await models.bestOfEach(signal);
      return best.map((target) => ({ name: target.model, target }));
    }
    return [{ name, target: await models.resolve(given, signal) }];
  } catch (failure) {
    if (!(failure instanceof CodedError)) throw failure;
    return [{ name, failure }];
  }
}

/** Participants that cannot see the images of a question fail at once. */
export function requireSight(
  participants: readonly Participant[],
  models: ModelAccess,
): Participant[] {
  return participants.map((participant) => {
    if (participant.target === undefined) return participant;
    try {
      models.requireSight(participant.target);
      return participant;
    } catch (failure) {
      if (!(failure instanceof CodedError)) throw failure;
      return { name: participant.name, role: participant.role, failure };
    }
  });
}

function rejectTwice(participants: readonly Participant[]): void {
  const seen = new Map<string, string>();
  for (const { name, target, role } of participants) {
    const model = target === undefined ? name.trim() : `${target.provider}/${target.model}`;
    const key = JSON.stringify([model.toLowerCase(), role.stance, role.sample]);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw new CodedError(
        "INVALID_INPUT",
        `models: ${earlier} and ${name} are the same model (${model}). Name each model once, or ask one several times with samples: {"model": "${name}", "samples": 2}.`,
        { isCallersFault: true },
      );
    }
    seen.set(key, name);
  }
}
