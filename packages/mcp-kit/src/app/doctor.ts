export type CheckOutcome = { status: "ok" | "warn" | "fail"; message: string };

export type Check = { name: string; run(): Promise<CheckOutcome> | CheckOutcome };

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" };

/** Runs every check and tells what it found; 1 when any of them failed. */
export async function runDoctor(
  checks: readonly Check[],
  print: (line: string) => void,
  asJson: boolean,
): Promise<number> {
  const outcomes = [];
  for (const check of checks) outcomes.push({ name: check.name, ...(await outcomeOf(check)) });
  if (asJson) print(JSON.stringify({ checks: outcomes }, null, 2));
  else
    for (const { name, status, message } of outcomes)
      print(`${MARKS[status]}  ${name}: ${message}`);
  return outcomes.some(({ status }) => status === "fail") ? 1 : 0;
}

async function outcomeOf(check: Check): Promise<CheckOutcome> {
  try {
    return await check.run();
  } catch (error) {
    return { status: "fail", message: (error as Error).message };
  }
}
