export type MessageId = string | number | null;

/**
 * The ids under which a line on stdin has to be answered, by JSON-RPC 2.0 and MCP alone: null stands for an answer to what has
 * no id that could be read. Notifications and answers get none.
 */
export function expectedAnswers(line: string): MessageId[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [null];
  }
  if (Array.isArray(value)) {
    const ids = value.filter(isObject).filter(isRequest).map(idOf);
    const known = [...new Set(ids)].filter((id) => id !== null);
    return known.length > 0 ? known : [null];
  }
  if (!isObject(value)) return [null];
  const id = idOf(value);
  if (!isRequest(value))
    return "error" in value || (id !== null && isVersion2(value)) ? [] : [null];
  const isNotification =
    value["id"] === undefined && isVersion2(value) && typeof value["method"] === "string";
  return isNotification ? [] : [id];
}

/** The ids of requests that this line takes back: they may stay without an answer. */
export function cancelledBy(line: string): unknown[] {
  try {
    const messages = [JSON.parse(line) as unknown].flat().filter(isObject);
    return messages
      .filter(({ method }) => method === "notifications/cancelled")
      .flatMap(({ params }) => (isObject(params) ? [params["requestId"]] : []))
      .filter((id) => id !== null);
  } catch {
    return [];
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRequest(value: Record<string, unknown>): boolean {
  return "method" in value || !("result" in value || "error" in value);
}

function isVersion2({ jsonrpc }: Record<string, unknown>): boolean {
  return jsonrpc === "2.0";
}

function idOf({ id }: Record<string, unknown>): MessageId {
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as MessageId) : null;
}
