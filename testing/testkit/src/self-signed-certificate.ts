import { generateKeyPairSync, sign } from "node:crypto";

const DAY_MS = 24 * 60 * 60 * 1000;
const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** A certificate for localhost that nobody has reason to trust, and its key. */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const text = der(0x0c, Buffer.from("localhost"));
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, text)));
  const validity = der(0x30, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const publicInfo = publicKey.export({ type: "spki", format: "der" });
  const facts = der(0x30, version, serial, ECDSA_WITH_SHA256, name, validity, name, publicInfo);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", facts, privateKey));
  const certificate = der(0x30, facts, ECDSA_WITH_SHA256, signature);
  const lines = certificate.toString("base64").replaceAll(/.{1,64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  };
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(digits));
}

/** One element of DER: its tag, the length of its content, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
