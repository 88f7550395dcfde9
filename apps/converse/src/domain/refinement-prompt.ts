/**
 * What follows a model's own first answer in the refinement: the others' answers, without their names so that they
 * count by what they say, and the caller's own wishes.
 */
export function refinementPrompt(others: readonly string[], custom: string | undefined): string {
  const answers = others.map(
    (answer, index) => `<other_answer number="${index + 1}">\n${answer}\n</other_answer>`,
  );
  return [
    "Others answered the same question independently. Their answers:",
    ...answers,
    "Compare them with your own answer above. Then write your final answer to the question: correct what you now see was wrong, take over what they saw better, and say where you still disagree and why. It must stand on its own, without reference to this comparison.",
    ...(custom === undefined || custom.trim() === "" ? [] : [custom]),
  ].join("\n\n");
}
