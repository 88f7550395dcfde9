import { expect, test } from "vitest";
import { type OauthValues, readOauthSettings } from "./settings.ts";

const VALUES: OauthValues = {
  oauthIssuer: ["https://id.example/realm"],
  publicUrl: "https://notes.example",
  oauthRoleClaim: "roles",
  oauthScopes: "on",
};
const read = (values: Partial<OauthValues>) =>
  readOauthSettings({ ...VALUES, ...values }, { server: "notes", roles: ["admin"] });

test("without an issuer there is nothing; the audience is the public address of /mcp", () => {
  expect(read({ oauthIssuer: [] })).toBeUndefined();
  expect(read({})).toMatchObject({
    resource: "https://notes.example/mcp",
    audiences: ["https://notes.example/mcp"],
  });
  expect(
    read({ publicUrl: "https://example.com/notes/mcp", oauthAudience: ["api"] }),
  ).toMatchObject({
    resource: "https://example.com/notes/mcp",
    audiences: ["api"],
  });
});

test.each([
  [{ publicUrl: undefined }, /needs MCP_PUBLIC_URL/],
  [{ oauthIssuer: ["http://id.example"] }, /MCP_OAUTH_ISSUER must be an https/],
  [{ oauthIssuer: ["https://user@id.example"] }, /MCP_OAUTH_ISSUER must be an https/],
  [{ oauthIssuer: ["id.example"] }, /MCP_OAUTH_ISSUER must be an https/],
  [{ publicUrl: "https://notes.example/mcp?x=1" }, /MCP_PUBLIC_URL must be an https/],
  [{ oauthTenants: ["acme"] }, /value=name/],
  [{ oauthTenants: ["acme=../x"] }, /a tenant must be/],
  [{ oauthRoles: ["lead=king"] }, /one of admin/],
  [{ oauthClientId: "x" }, /or neither/],
] as [Partial<OauthValues>, RegExp][])("%j is refused with what to do", (values, words) => {
  expect(() => read(values)).toThrow(words);
});
