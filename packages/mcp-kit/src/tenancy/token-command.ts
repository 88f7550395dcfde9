import { type Command, type CommandRun, defineCommand } from "../app/command.ts";
import { option } from "../options/define-option.ts";

const options = {
  tokenRole: option.text({
    flag: "role",
    placeholder: "role",
    describe: "What the holder of the new token acts as",
  }),
};

/** Keeps the file that lets tenants share an HTTP server. */
export function tokenCommand<Context>(roles: readonly string[] = []): Command<Context> {
  return defineCommand({
    name: "token",
    usage: "add <tenant> | list | revoke <hash>",
    summary: "Give a tenant a token, list the tokens or revoke one",
    options,
    positionals: [1, 2],
    choices: ["add", "list", "revoke"],
    async run({ positionals, values, print }: CommandRun<Context, typeof options>) {
      const { runToken } = await import("./run-token.ts");
      const [action = "", subject] = positionals;
      // A command's values hold the settings of every server too.
      const { tokensFile: file, tokenRole: role } = values as typeof values & {
        tokensFile?: string;
      };
      await runToken({ action, subject, role, file, roles, print });
    },
  });
}
