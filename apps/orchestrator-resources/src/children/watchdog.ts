import { spawn, type ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";

export const INSTANCE_VARIABLE = "ORCHESTRATOR_INSTANCE";

// Reads "+group" and "-group"; when the pipe closes, for whatever reason, the server is gone: ends all groups,
// and then every process that left its group but still has the mark of this server in its environment.
const SCRIPT = `
trap '' INT TERM HUP QUIT PIPE
groups=" "
while read -r line; do
  case "$line" in
    +*) groups="$groups\${line#+} " ;;
    -*) case "$groups" in *" \${line#-} "*) groups="\${groups%% \${line#-} *} \${groups#* \${line#-} }" ;; esac ;;
  esac
done
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
for round in 1 2; do
  for file in $(grep -lsF "$1" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null
  done
done
`;

/** A small process that outlives this one just long enough to end what it started, even after kill -9. */
export class Watchdog {
  readonly #instanceId: string;
  readonly #groups = new Set<number>();
  #process: ChildProcess | undefined;
  #closing = false;

  constructor(instanceId: string) {
    this.#instanceId = instanceId;
  }

  /** Resolves when the group is under watch. */
  async watch(group: number): Promise<void> {
    this.#groups.add(group);
    await send(this.#start(), `+${group}\n`);
  }

  release(group: number): void {
    if (this.#groups.delete(group) && this.#process?.stdin?.writable)
      this.#process.stdin.write(`-${group}\n`);
  }

  close(): void {
    this.#closing = true;
    this.#process?.stdin?.end();
    this.#process?.unref();
  }

  #start(): Writable {
    if (this.#process?.stdin?.writable) return this.#process.stdin;
    const started = spawn(
      "/bin/sh",
      ["-c", SCRIPT, "sh", `${INSTANCE_VARIABLE}=${this.#instanceId}`],
      {
        // A session of its own: what ends the server's group must not end it.
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
        env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
        cwd: "/",
      },
    );
    started.stdin.on("error", () => started.kill("SIGKILL"));
    started.once("exit", () => this.#restart(started));
    started.once("error", () => this.#restart(started));
    this.#process = started;
    return started.stdin;
  }

  /** It never ends by itself: somebody ended it, and what runs needs another. */
  #restart(ended: ChildProcess): void {
    if (this.#process !== ended) return;
    this.#process = undefined;
    if (this.#closing || this.#groups.size === 0) return;
    const input = this.#start();
    for (const group of this.#groups) input.write(`+${group}\n`);
  }
}

function send(input: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    input.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
