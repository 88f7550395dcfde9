import { option } from "@faculties/mcp-kit/options";
import { existsSync } from "node:fs";
import { configFile } from "../clients/config-file.ts";
import { findInstallation } from "../clients/find-installation.ts";
import { knownClients } from "../clients/known-clients.ts";
import { defineCommand } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { renderTable } from "../render-table.ts";

export const clients = defineCommand({
  name: "clients",
  usage: "",
  summary: "Show which clients are installed here, and their configuration files",
  positionals: { most: 0 },
  options: { json: option.boolean({ flag: "json", describe: "Print JSON" }) },

  async run({ values, context }) {
    const found = knownClients.map((client) => {
      const evidence = findInstallation(client, context) ?? null;
      const userFile = configFile(client, "user", context) ?? null;
      return {
        client: client.id,
        title: client.title,
        installed: evidence !== null,
        evidence,
        userFile,
        userFileExists: userFile !== null && existsSync(userFile),
        projectFile: configFile(client, "project", context) ?? null,
      };
    });

    if (values.json) context.print(JSON.stringify({ clients: found }, null, 2));
    else
      renderTable(
        ["client", "installed", "configuration"],
        found.map((one) => [
          one.client,
          one.installed ? "yes" : "no",
          `${one.userFile}${one.userFileExists ? "" : " (not there yet)"}`,
        ]),
      ).forEach(context.print);
    return ExitCode.done;
  },
});
