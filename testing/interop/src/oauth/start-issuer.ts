import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

type IssuerSettings = {
  resource: string;
  scopes: readonly string[];
  /** "opaque" tokens can only be read by asking the issuer. */
  format?: "jwt" | "opaque";
};

const PASSWORD = "of-the-test";

/** A real OpenID provider on loopback, whose users sign in as anybody and agree to everything. */
export async function startIssuer({ resource, scopes, format = "jwt" }: IssuerSettings) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "first", alg: "RS256", use: "sig" };
  const server = createServer();
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    scopes: ["openid", "offline_access", ...scopes],
    claims: { openid: ["sub"] },
    clients: [
      {
        client_id: "resource-server",
        client_secret: PASSWORD,
        grant_types: [],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      registration: { enabled: true },
      introspection: { enabled: true, allowedPolicy: async () => true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: scopes.join(" "),
          audience: resource,
          accessTokenFormat: format,
          accessTokenTTL: 600,
          ...(format === "jwt" && { jwt: { sign: { alg: "RS256" } } }),
        }),
      },
    },
    findAccount: async (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    issueRefreshToken: async () => true,
  } as ConstructorParameters<typeof Provider>[1]);
  let metadataRequests = 0;
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.includes("jwks")) metadataRequests += 1;
    void answer(request, response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    issuer,
    client: { id: "resource-server", secret: PASSWORD },
    /** How often the keys were asked for. */
    keyRequests: () => metadataRequests,
    /** A token with any claims, signed by the issuer's own key. */
    sign: (claims: JWTPayload, header: object = {}) =>
      new SignJWT({ iss: issuer, aud: resource, ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "first", ...header })
        .sign(privateKey),
  };
}

/** Signs in as `user` and agrees, as a person would in the browser; gives back what the issuer adds to the address. */
export async function signIn(authorizationUrl: URL, user: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = authorizationUrl;
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const answer = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    form = undefined;
    const location = answer.headers.get("location");
    if (location !== null) {
      next = new URL(location, next);
      if (next.searchParams.has("code")) return next.searchParams;
      if (next.searchParams.has("error")) throw new Error(next.href);
      continue;
    }
    const page = await answer.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(page);
    next = new URL(action, next);
    form = page.includes('name="login"')
      ? { prompt: "login", login: user, password: PASSWORD }
      : { prompt: "consent" };
  }
  throw new Error("The sign-in did not end.");
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
