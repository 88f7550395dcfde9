/** The newest version of the protocol that this server speaks. */
export const LATEST_PROTOCOL_VERSION = "2026-07-28";
