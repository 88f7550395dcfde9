import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type HttpConnection, startHttp, temporaryHome } from "@faculties/testkit";
import { findServers } from "../find-servers.mjs";

type Holder = { tenant: string; role?: string };

/** Writes a tokens file in which each holder's token is the name that it has here. */
export async function writeTokens(file: string, holders: Record<string, Holder>): Promise<void> {
  const entries = Object.entries(holders).map(([token, holder]) => [
    createHash("sha256").update(token).digest("hex"),
    holder,
  ]);
  await writeFile(file, JSON.stringify(Object.fromEntries(entries)));
}

/** A built server that tenants share. */
export async function startShared(
  name: string,
  holders: Record<string, Holder>,
  env: Record<string, string> = {},
) {
  const subject = findServers().find((server) => server.name === name);
  if (!subject) throw new Error(`${name} is not built.`);
  const home = await temporaryHome();
  const tokens = join(home.directory, "tokens.json");
  await writeTokens(tokens, holders);
  const server = await startHttp({
    entry: subject.entry,
    args: subject.args,
    env: { ...subject.env, ...env, MCP_TOKENS_FILE: tokens },
    home,
  });
  const as = (token: string): Promise<HttpConnection<"2026">> =>
    server.connect("2026", { headers: { authorization: `Bearer ${token}` } });
  /** Subscribes; what the holder of the token is told comes into the list. */
  const listen = async (token: string, uri: string): Promise<string[]> => {
    const told: string[] = [];
    const { client } = await server.connect("2026", {
      headers: { authorization: `Bearer ${token}` },
      configure: (made) =>
        made.setNotificationHandler(
          "notifications/resources/updated",
          ({ params }) => void told.push(params.uri),
        ),
    });
    await client.listen({ resourceSubscriptions: [uri] });
    return told;
  };
  return { server, home, as, listen };
}

/** Every address of stored data that a client can find; skills are the same for everybody. */
export async function listUris({ client }: HttpConnection<"2026">): Promise<string[]> {
  const { resources } = await client.listResources();
  return resources.map(({ uri }) => uri).filter((uri) => !uri.startsWith("skill://"));
}

/** The resources that a client sees at its own addresses and at others that it was told. */
export async function seenBy(
  client: HttpConnection<"2026">,
  uris: readonly string[],
): Promise<string> {
  const answers = await Promise.all(
    [...uris, ...(await listUris(client))].map((uri) =>
      client.client.readResource({ uri }).then(
        ({ contents }) => JSON.stringify(contents),
        () => "refused",
      ),
    ),
  );
  return answers.join("\n");
}
