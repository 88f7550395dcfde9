import { createHash } from "node:crypto";

/** A figure over rows that does not depend on their order. */
export class Checksum {
  #rows = 0;
  #sum = 0n;

  add(row: readonly unknown[]): void {
    const digest = createHash("sha256")
      .update(JSON.stringify(row.map(plain)))
      .digest();
    this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64BE());
    this.#rows += 1;
  }

  toString(): string {
    return `${this.#rows} rows, ${this.#sum.toString(16).padStart(16, "0")}`;
  }
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
}
