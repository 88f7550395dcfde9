/** The JSON object in a model's answer: models think aloud, and wrap it in fences and sentences. */
export function readObject(answer: string): unknown {
  const said = answer.slice(answer.lastIndexOf("</think>") + 1);
  try {
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
