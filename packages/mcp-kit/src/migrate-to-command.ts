import { type Command, defineCommand } from "./command.ts";
import { ConfigError } from "./config-error.ts";
import { passwordOptions, withPassword } from "./database-password.ts";
import { option } from "./define-option.ts";
import { TENANT_NAME, TENANT_NAME_RULE } from "./tenant.ts";

type Report = { step: "copy" | "verify"; part: string; rows: number; of: number };

type Copyable = {
  copyTo(
    url: string,
    watch: { report: (report: Report) => void; signal: AbortSignal },
    tenant: string | undefined,
  ): Promise<void>;
  describe(): string;
};

const TELL_EVERY_MS = 1_000;
const DONE = { copy: "copied", verify: "compared" };

const options = {
  intoTenant: option.text({
    flag: "into-tenant",
    placeholder: "name",
    describe: "Make it the data of this tenant, who has none there yet",
  }),
  ...passwordOptions,
};

/** `migrate-to postgres://user@host/database`, for a server whose data is behind `storageOf`. */
export function migrateToCommand<Context>(
  storageOf: (context: Context) => Copyable | Promise<Copyable>,
): Command<Context, typeof options> {
  return defineCommand({
    name: "migrate-to",
    usage: "postgres://user@host/database",
    summary: "Copy the database file to PostgreSQL; goes on where it was interrupted",
    options,
    positionals: [1, 1],
    async run({ context, positionals: [url = ""], values, print, signal }) {
      const tenant = tenantOf(values);
      const target = await withPassword(url, values, signal);
      const storage = await storageOf(context);
      const progress = tellProgress((line) => process.stderr.write(`${line}\n`));
      await storage.copyTo(target, { report: progress.report, signal }, tenant);
      const place = tenant === undefined ? "" : ` for the tenant ${tenant}`;
      print(
        `Copied ${progress.rows()} rows from ${storage.describe()}${place} and compared them. Set DATABASE_URL to use them.`,
      );
    },
  });
}

function tenantOf(values: { intoTenant: string | undefined; tenant?: unknown }) {
  const { intoTenant } = values;
  if (intoTenant === undefined) return undefined;
  if (!TENANT_NAME.test(intoTenant))
    throw new ConfigError(`--into-tenant must be ${TENANT_NAME_RULE}, not "${intoTenant}".`);
  if (values.tenant !== undefined)
    throw new ConfigError(
      "Name --tenant to copy that tenant's own file, or --into-tenant to copy the file that has no tenant, not both.",
    );
  return intoTenant;
}

/** A line when a part is done, and now and then before. */
function tellProgress(tell: (line: string) => void) {
  let toldAt = 0;
  let compared = 0;
  return {
    rows: () => compared,
    report({ step, part, rows, of }: Report): void {
      const isDone = rows >= of;
      if (step === "verify") compared += rows;
      if (!isDone && performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      tell(`${part}: ${isDone ? `${of}` : `${rows} of ${of}`} rows ${DONE[step]}`);
    },
  };
}
