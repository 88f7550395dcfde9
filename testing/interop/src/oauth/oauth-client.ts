import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { signIn } from "./start-issuer.ts";

/**
 * A client that registers itself, sends its user to the issuer, and keeps the tokens. `first` is what the user agrees to
 * the first time; everything that is asked for unless given.
 */
export function oauthClient(user: string, first?: string) {
  let registered: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let address: URL | undefined;
  const asked: string[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1:9/callback",
    clientMetadata: {
      client_name: "a test",
      redirect_uris: ["http://127.0.0.1:9/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    } as OAuthClientProvider["clientMetadata"],
    clientInformation: () => registered,
    saveClientInformation: (information) => void (registered = information),
    tokens: () => tokens,
    saveTokens: (next) => void (tokens = next),
    redirectToAuthorization(url) {
      // The issuer asks again, also where the user has agreed before.
      url.searchParams.set("prompt", "consent");
      if (first !== undefined && asked.length === 0) url.searchParams.set("scope", first);
      asked.push(url.searchParams.get("scope") ?? "");
      address = url;
    },
    saveCodeVerifier: (next) => void (verifier = next),
    codeVerifier: () => verifier,
  };
  /** Does something that may send the user to the issuer once, and does it again after they came back. */
  async function signingIn<Result>(
    transport: StreamableHTTPClientTransport,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || address === undefined) throw error;
      await transport.finishAuth(await signIn(address, user));
      address = undefined;
      return work();
    }
  }
  return {
    provider,
    /** The scopes that the user was asked for, one text for each time. */
    asked,
    tokens: () => tokens,
    expire: () => void (tokens = tokens && { ...tokens, access_token: "expired.for.test" }),
    async connect(url: URL) {
      const transport = () => new StreamableHTTPClientTransport(url, { authProvider: provider });
      const sender = transport();
      const client = new Client({ name: "a test", version: "1" });
      await signingIn(sender, async () => {
        const next = transport();
        await client.connect(next);
      });
      return {
        client,
        call: (name: string, input: Record<string, unknown>) =>
          signingIn(sender, () => client.callTool({ name, arguments: input })),
      };
    },
  };
}
