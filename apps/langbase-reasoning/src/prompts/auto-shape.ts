import { answerShape } from "../domain/answer/answer-shape.ts";
import { lenientItems, lenientText, lenientUnit } from "../domain/answer/lenient-fields.ts";

export const AutoShape = answerShape({
  recommended_mode: lenientText,
  mode: lenientText,
  rationale: lenientText,
  complexity: lenientUnit,
  alternative_modes: lenientItems("mode", {
    mode: lenientText,
    confidence: lenientUnit,
    rationale: lenientText,
  }),
});

export const autoExample = {
  recommended_mode: "tree",
  confidence: 0.85,
  rationale: "why this mode fits",
  complexity: 0.6,
  alternative_modes: [{ mode: "divergent", confidence: 0.5, rationale: "why it would fit too" }],
};
