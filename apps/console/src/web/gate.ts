import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export type Refusal = { status: number; message: string };
export type Gate = {
  cookie: string;
  /** Undefined for a request that may pass; `isArrival` when the token came with the address and a cookie is due. */
  check(request: IncomingMessage): Refusal | { isArrival: boolean };
};

type Door = { token: string; host: string; port: number; isLoopback: boolean };

/**
 * Decides which requests may reach the console: those with the token, which no other page knows, for a name of this
 * machine, from the console's own page. Cookies do not tell ports apart, so the origin must be ours to the letter.
 */
export function createGate({ token, host, port, isLoopback }: Door): Gate {
  const cookieName = `faculties_console_${port}`;
  const hosts = ["127.0.0.1", "localhost", "[::1]", host.includes(":") ? `[${host}]` : host].map(
    (name) => `${name}:${port}`,
  );
  const expected = digest(token);
  const isToken = (given: string | undefined) =>
    given !== undefined && timingSafeEqual(digest(given), expected);

  return {
    cookie: `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`,
    check({ headers, url = "/", method }) {
      const own = headers.host ?? "";
      if (isLoopback && !hosts.includes(own))
        return { status: 403, message: "This Host is not allowed." };
      if (headers.origin !== undefined && headers.origin !== `http://${own}`)
        return { status: 403, message: "This Origin is not allowed." };
      const address = new URL(url, "http://console");
      const given = address.pathname === "/" ? address.searchParams.get("token") : null;
      if (given !== null && method === "GET")
        return isToken(given)
          ? { isArrival: true }
          : {
              status: 401,
              message: "This link has expired. Use the URL printed in your terminal.",
            };
      const site = headers["sec-fetch-site"];
      if (site !== undefined && site !== "same-origin" && site !== "none")
        return { status: 403, message: "Requests of other pages are not allowed." };
      const bearer = /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
      if (isToken(bearer) || isToken(cookieOf(headers.cookie, cookieName)))
        return { isArrival: false };
      return {
        status: 401,
        message: "You are not signed in. Use the URL printed in your terminal, with its token.",
      };
    },
  };
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
