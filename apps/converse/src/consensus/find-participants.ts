import { CodedError } from "@faculties/errors";
import { shownName } from "../domain/shown-name.ts";
import type { ModelAnswer } from "../models/ask-model.ts";
import type { ModelAccess } from "../models/model-access.ts";
import type { Target } from "../models/target.ts";

/** The named models, each once. A model that cannot be used fails alone, not the whole call. */
export async function findParticipants(
  names: readonly string[],
  models: ModelAccess,
  signal: AbortSignal,
): Promise<Participant[]> {
  const participants = await Promise.all(
    names.map(async (given): Promise<Participant> => {
      const name = shownName(given);
      try {
        return { name, target: await models.resolve(given, signal) };
      } catch (failure) {
        if (!(failure instanceof CodedError)) throw failure;
        return { name, failure };
      }
    }),
  );
  rejectTwice(participants);
  return participants;
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
      return { name: participant.name, failure };
    }
  });
}

function rejectTwice(participants: readonly Participant[]): void {
  const seen = new Map<string, string>();
  for (const { name, target } of participants) {
    const model = target === undefined ? name.trim() : `${target.provider}/${target.model}`;
    const key = model.toLowerCase();
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw new CodedError(
        "INVALID_INPUT",
        `models: ${earlier} and ${name} are the same model (${model}). Name each model once.`,
        { isCallersFault: true },
      );
    }
    seen.set(key, name);
  }
}

/** A model of a consensus; a model that cannot be found or used has a failure instead of a target. */
export type Participant =
  | { name: string; target: Target }
  | { name: string; target?: undefined; failure: CodedError };

/** The result of one call to a participant. */
export type ParticipantOutcome =
  | { target: Target; answer: ModelAnswer }
  | { target: Target; answer?: undefined; failure: CodedError; durationMs: number };
