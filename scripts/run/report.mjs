// The root commands write their messages to stderr: with `npm start -- <server>` stdout carries only JSON-RPC.
export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(text) {
  say(`\n${text}`);
  process.exit(1);
}

/** Announces a stage, runs it, and says how long it took. */
export async function stage(title, body) {
  say(`• ${title} …`);
  const startedAt = performance.now();
  const result = await body();
  say(`  done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
