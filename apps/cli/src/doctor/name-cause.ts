/** Lines that npm and Node print around the cause. */
const NOISE =
  /^(?:npm (?:notice|warn|WARN|ERR!? A complete log|error A complete log)|Node\.js v\d|at |\^+$|npm error$)/;
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH)\b/;

/** Why a server did not come up: how it ended, and the part of what it wrote that tells most. */
export function nameCause(how: string, stderr: string): string {
  const known = knownCause(stderr);
  if (known !== undefined) return known;
  const lines = stderr.split("\n").map((line) => line.trim());
  const words = crashIn(lines) ?? lines.findLast((line) => line !== "" && !NOISE.test(line));
  return words === undefined ? how : `${how}; it said: ${words}`;
}

/** Node prints the error before its stack and its fields. */
function crashIn(lines: readonly string[]): string | undefined {
  if (!lines.some((line) => /^Node\.js v\d/.test(line))) return undefined;
  return lines.findLast((line) => /^\w*Error(?: \[\w+\])?: /.test(line));
}

function knownCause(stderr: string): string | undefined {
  if (!/^npm (?:error|ERR!)/m.test(stderr)) return undefined;
  if (/\bE404\b/.test(stderr)) {
    const [, name = "this package"] =
      /'((?:@[\w.-]+\/)?[\w.-]+)@[^']*' is not in/.exec(stderr) ??
      /404 Not Found - GET \S*\/(@?[^\s/]+)(?: |$)/m.exec(stderr) ??
      [];
    return `npm has no package ${decodeURIComponent(name)}. In a clone of the repository, npm start -- add starts the servers from there`;
  }
  if (UNREACHABLE.test(stderr))
    return "npm could not reach its registry: check the network and npm's proxy settings";
  if (/\bENOTCACHED\b/.test(stderr))
    return "npm may not use the network (offline), and has no copy of this package";
  return undefined;
}
