import { ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

const options = {
  pipeModel: option.text({
    flag: "pipe-model",
    placeholder: "vendor:model",
    describe: "Model of the pipes that are pushed or checked; Langbase's own choice when absent",
  }),
};

export const pipesCommand = defineCommand<Context, typeof options>({
  name: "pipes",
  usage: "push|check",
  summary: "Create or update the eight pipes at Langbase, or compare them with this version",
  options,
  positionals: [1, 1],
  async run({ context, positionals: [action], values, print, signal }) {
    if (action !== "push" && action !== "check") throw new ConfigError("Usage: pipes push|check");
    const { checkPipes, openPipes, pushPipes } = await import("../pipes/manage-pipes.ts");
    const access = openPipes(context);
    if (action === "push") {
      for await (const { name, change } of pushPipes(access, values.pipeModel, signal))
        print(`${change}  ${name}`);
      return 0;
    }
    const states = await checkPipes(access, { model: values.pipeModel, signal });
    for (const { name, state } of states) print(`${state.padEnd(9)}  ${name}`);
    return states.some(({ state }) => state !== "ok") ? 1 : 0;
  },
});
