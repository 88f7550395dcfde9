const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const protocolVersion = "2025-06-18";

/**
 * A client of the session era that subscribes to a resource and listens on a stream of its own; calls back with the
 * method of each notification.
 * @param {string} url
 * @param {string} uri
 * @param {(method: string) => void} heard
 * @returns {Promise<() => Promise<void>>} what ends it
 */
export async function watchOverHttp(url, uri, heard) {
  const over = new AbortController();
  const { signal } = over;
  /**
   * @param {object} message
   * @param {Record<string, string>} [session]
   */
  const post = (message, session) =>
    fetch(url, {
      method: "POST",
      headers: { ...headers, ...session },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal,
    });
  const clientInfo = { name: "faculties-bench", version: "1.0.0" };
  const greeting = { protocolVersion, capabilities: {}, clientInfo };
  const hello = await post({ id: 1, method: "initialize", params: greeting });
  await hello.text();
  const id = hello.headers.get("mcp-session-id");
  if (!hello.ok || id === null) throw new Error(`${url} gave no session: ${hello.status}`);
  const session = { "mcp-session-id": id, "mcp-protocol-version": protocolVersion };
  await (await post({ method: "notifications/initialized" }, session)).text();
  const subscribed = await post({ id: 2, method: "resources/subscribe", params: { uri } }, session);
  const answer = await subscribed.text();
  if (!subscribed.ok || !answer.includes('"result"')) throw new Error(`No subscription: ${answer}`);
  const stream = await fetch(url, { headers: { ...headers, ...session }, signal });
  if (!stream.ok || stream.body === null)
    throw new Error(`${url} gave no stream: ${stream.status}`);
  const listening = listen(stream.body, heard).catch((error) => {
    if (!signal.aborted) throw error;
  });
  return async () => {
    over.abort();
    await listening;
  };
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {(method: string) => void} heard
 */
async function listen(body, heard) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data:") || line.trim() === "data:") continue;
      const { method } = JSON.parse(line.slice("data:".length));
      if (typeof method === "string") heard(method);
    }
  }
}
