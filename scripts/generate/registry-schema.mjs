import * as z from "zod";

// The part of the registry's schema of 2025-12-11 that an entry for an npm package uses. It is stricter throughout, so
// what passes here passes there: other fields are refused (there: ignored), $schema, title, version, runtimeHint,
// environmentVariables and the description of each are required (there: optional), a version is a semantic one, and
// variables have upper-case names. Left out are repository, websiteUrl, icons, remotes, _meta, arguments,
// registryBaseUrl, fileSha256, and an input's placeholder, value and variables.
const version = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, "must be one version, not a range");

const environmentVariable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  format: z.enum(["string", "number", "boolean", "filepath"]),
  isSecret: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).min(1).optional(),
});

export const registrySchema = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string().min(1),
      version,
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      environmentVariables: z.array(environmentVariable),
    }),
  ),
});
