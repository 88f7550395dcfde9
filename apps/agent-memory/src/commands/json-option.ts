import { option } from "@faculties/mcp-kit";

export const jsonOption = option.boolean({ flag: "json", describe: "Print JSON" });
