import { check } from "recheck";

const LONGEST_MS = 20_000;
const AT_ONCE = 2;

/** Says of each expression whether the time to match it can grow faster than the text: safe, polynomial, exponential or undecided. */
export async function judgeExpressions(expressions) {
  const waiting = [...expressions];
  const verdicts = new Map();
  const judge = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      verdicts.set(next.key, await verdictOn(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return verdicts;
}

async function verdictOn({ source, flags }) {
  const { status, complexity } = await check(source, flags, { timeout: LONGEST_MS });
  if (status === "unknown") return "undecided";
  return status === "safe" ? "safe" : complexity.type;
}
