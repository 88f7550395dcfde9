import { afterTest } from "./after-test.ts";
import { startProcess } from "./server-process.ts";
import type { Exit, ProcessOptions } from "./server-process.ts";

export interface ProgramRun extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a program as a command line tool: give it `input`, wait for its end, return all it printed. */
export async function runProgram(
  options: ProcessOptions & { readonly input?: string; readonly timeoutMs?: number },
): Promise<ProgramRun> {
  const program = await startProcess(options);
  afterTest(async () => {
    await program.kill("SIGKILL");
  });
  const output: Buffer[] = [];
  program.child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  program.child.stdin.end(options.input);
  const timer = setTimeout(() => program.child.kill("SIGKILL"), options.timeoutMs ?? 10_000);
  const exit = await program.exited;
  clearTimeout(timer);
  return { ...exit, stdout: Buffer.concat(output).toString("utf8"), stderr: program.stderr() };
}
