const TIMEOUT_MS = 5_000;
const MOST_BYTES = 512 * 1024;

/** Asks an issuer: within a time, a length, and never at another address than the one that was named. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await boundedFetch(url, init);
  if (!response.ok) throw new Error(`${new URL(url).origin} answered with HTTP ${response.status}`);
  return response.json();
}

export async function boundedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: "application/json", ...(init.headers as Record<string, string>) },
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader?.cancel();
      throw new Error(`${new URL(url).origin} answered with more than ${MOST_BYTES} bytes`);
    }
    chunks.push(part.value);
  }
  return new Response(Buffer.concat(chunks), { status: answer.status });
}
