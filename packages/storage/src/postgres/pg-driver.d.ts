import type { Duplex } from "node:stream";

// The driver has these members, its types do not.
declare module "pg" {
  interface ClientBase {
    readonly connection: { readonly stream: Duplex };
    /** Lets the process end while the connection is open. */
    unref(): void;
  }
}
