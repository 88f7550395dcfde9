import { CodedError } from "@faculties/errors";
import { storageError, type ConstraintKind, type StorageErrorCode } from "../storage-error.ts";

type Explanation = { code: StorageErrorCode; text: (place: string) => string; transient?: true };

const UNAVAILABLE: Explanation = {
  code: "E-STORAGE-UNAVAILABLE",
  text: (place) =>
    `The database at ${place} cannot be reached. Check that it runs and that the address is right, then try again.`,
  transient: true,
};
const CONFLICT: Explanation = {
  code: "E-STORAGE-BUSY",
  text: (place) =>
    `Others changed the same data in the database at ${place} again and again. Nothing was written; try again.`,
  transient: true,
};
const ACCESS: Explanation = {
  code: "E-STORAGE-ACCESS",
  text: (place) =>
    `The database at ${place} refused the user or the password of the database URL. Correct the URL.`,
};
const CERTIFICATE: Explanation = {
  code: "E-STORAGE-OPEN",
  text: (place) =>
    `The certificate of the database at ${place} could not be verified. Name its authority with sslrootcert in the database URL.`,
};
const INPUT_OUTPUT: Explanation = {
  code: "E-STORAGE-IO",
  text: (place) =>
    `The database at ${place} failed to read or write. Nothing was written; check its server's log.`,
};
const CONSTRAINT: Explanation = {
  code: "E-STORAGE-CONSTRAINT",
  text: () => "The database refused the change because it breaks a rule of the data.",
};
const DAMAGED: Explanation = {
  code: "E-STORAGE-CORRUPT",
  text: (place) => `The database at ${place} is damaged. Restore a backup.`,
};

/** By SQLSTATE, by its class, by the code of a failed socket. */
const EXPLANATIONS: Record<string, Explanation> = {
  "08": UNAVAILABLE,
  "23": CONSTRAINT,
  "25006": {
    code: "E-STORAGE-READ-ONLY",
    text: (place) =>
      `The database at ${place} is read-only: it is a standby, or another server is taking over. Nothing was written; try again.`,
    transient: true,
  },
  "25P03": UNAVAILABLE,
  "28": ACCESS,
  "3D000": {
    code: "E-STORAGE-OPEN",
    text: (place) => `There is no database at ${place}. Create it, or correct the URL.`,
  },
  "40001": CONFLICT,
  "40P01": CONFLICT,
  "42501": {
    code: "E-STORAGE-ACCESS",
    text: (place) =>
      `The user of the database URL lacks a right at ${place}. Grant it CREATE on the database, or make it the owner of the schema.`,
  },
  "53100": {
    code: "E-STORAGE-FULL",
    text: (place) =>
      `There is no room left for the database at ${place}. Nothing was written; free disk space, then try again.`,
  },
  "53300": {
    code: "E-STORAGE-UNAVAILABLE",
    text: (place) =>
      `The database at ${place} has no connection left. Raise its max_connections or stop other programs, then try again.`,
    transient: true,
  },
  "55P03": {
    code: "E-STORAGE-BUSY",
    text: (place) =>
      `The database at ${place} is locked by another process. Nothing was written; try again in a moment.`,
  },
  "57014": {
    code: "E-STORAGE-TIMEOUT",
    text: (place) =>
      `A statement took too long and was stopped by the database at ${place}. Nothing was written; try again.`,
  },
  "57P": UNAVAILABLE,
  "58": INPUT_OUTPUT,
  XX001: DAMAGED,
  XX002: DAMAGED,
  ECONNREFUSED: UNAVAILABLE,
  ECONNRESET: UNAVAILABLE,
  EAI_AGAIN: UNAVAILABLE,
  EHOSTUNREACH: UNAVAILABLE,
  ENETUNREACH: UNAVAILABLE,
  ENOENT: UNAVAILABLE,
  ENOTFOUND: UNAVAILABLE,
  EPIPE: UNAVAILABLE,
  ETIMEDOUT: UNAVAILABLE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
};

// Errors of the driver that have no code.
const LOST =
  /^(?:Connection terminated|timeout e|Query read timeout|Client (?:has encountered a connection error|was closed))/;
const NO_TLS = /does not support SSL/;

/** Converts an error of PostgreSQL or of the connection into one that says what to do; other errors pass as they are. */
export function explainPostgresError(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  if (LOST.test(error.message)) return explained(UNAVAILABLE, place, error, {});
  if (NO_TLS.test(error.message)) {
    const text = `The database at ${place} does not speak TLS. Configure it there, or leave sslmode out of the database URL.`;
    return storageError("E-STORAGE-OPEN", text, { cause: error });
  }
  if (!("code" in error) || typeof error.code !== "string") return error;
  const { code } = error;
  const known = [code, code.slice(0, 3), code.slice(0, 2)].find((key) => key in EXPLANATIONS);
  const details = { postgres: code, ...(code.startsWith("23") ? constraint(error, code) : {}) };
  if (known !== undefined) return explained(EXPLANATIONS[known]!, place, error, details);
  if (!/^[0-9A-Z]{5}$/.test(code)) return error;
  const text = `The database at ${place} refused a statement.`;
  return storageError("E-STORAGE-QUERY", text, { cause: error, details });
}

/** True when the same work may succeed on another try, perhaps on another connection. */
export function isTransient(error: unknown): error is CodedError {
  return error instanceof CodedError && error.details["transient"] === true;
}

function explained(
  { code, text, transient }: Explanation,
  place: string,
  cause: Error,
  details: Record<string, unknown>,
): CodedError {
  return storageError(code, text(place), {
    cause,
    details: transient ? { ...details, transient } : details,
  });
}

const KINDS: Record<string, ConstraintKind> = {
  "23502": "not-null",
  "23503": "foreign-key",
  "23505": "unique",
  "23514": "check",
};

function constraint(error: Error, code: string) {
  const kind = KINDS[code] ?? "other";
  return "constraint" in error ? { kind, constraint: error.constraint } : { kind };
}
