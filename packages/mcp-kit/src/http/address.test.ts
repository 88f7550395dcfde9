import { expect, test } from "vitest";
import { parseHttpAddress } from "./address.ts";

test.each([
  ["8080", "127.0.0.1", 8080],
  [":0", "127.0.0.1", 0],
  ["0.0.0.0:80", "0.0.0.0", 80],
  ["[::1]:9000", "::1", 9000],
  ["example.org", "example.org", 8808],
])("reads %s", (text, host, port) => {
  expect(parseHttpAddress(text)).toEqual({ host, port });
});

test.each(["a:b:c", "host:port", "1.2.3.4:70000", ""])("refuses %j", (text) => {
  expect(() => parseHttpAddress(text)).toThrow("--http");
});
