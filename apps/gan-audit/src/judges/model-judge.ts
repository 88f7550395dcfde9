import { randomBytes } from "node:crypto";
import { CodedError } from "@faculties/errors";
import type { ModelProvider } from "@faculties/providers";
import { readJudgeAnswer } from "../domain/read-judge-answer.ts";
import { buildPrompt } from "../domain/rubric.ts";
import { shareable } from "../domain/material.ts";
import type { Judge } from "./judge.ts";

const MAX_OUTPUT_TOKENS = 8_000;

const sayLeftOut = (path: string): string =>
  `${path} was left out: the material is too long for one question`;

/** Any model as a judge: asked by the rubric, believed only where its findings point at something. */
export function createModelJudge(name: string, provider: ModelProvider, model: string): Judge {
  return {
    name,
    async judge({ material: audited, task, signal, onProgress }) {
      const material = shareable(audited);
      if (material.texts.length === 0)
        throw new CodedError(
          "ONLY_SECRETS",
          "Every file of this audit looks like a secret, and such files are not sent to a model. MCP_ALLOW_SECRET_FILES=true (or --allow-secret-files) allows it.",
        );
      const withheld = audited.texts.flatMap((text) =>
        material.texts.includes(text) ? [] : [text.path],
      );
      const { system, user, leftOut } = buildPrompt(material, task, randomBytes(6).toString("hex"));
      onProgress(0, 1);
      const messages = [{ role: "user" as const, content: user }];
      const response = await provider.complete(
        { model, system, messages, maxOutputTokens: MAX_OUTPUT_TOKENS },
        { signal },
      );
      onProgress(1, 1);
      const answer = readJudgeAnswer(response.text, name, material);
      if (!answer)
        throw new CodedError(
          "BAD_ANSWER",
          "The model did not answer in the form that the rubric asks for.",
        );
      const { score, dimensions, findings, citations, summary, dropped } = answer;
      const lost =
        dropped > 0 ? [`${dropped} findings or citations pointed nowhere and were dropped`] : [];
      return {
        score,
        dimensions,
        findings,
        citations,
        notes: [...(summary === "" ? [] : [summary]), ...lost, ...leftOut.map(sayLeftOut)],
        unread: [...withheld, ...leftOut],
        isWhole: true,
      };
    },
  };
}
