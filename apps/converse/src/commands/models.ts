import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { ModelAccess } from "../models/model-access.ts";
import { renderColumns } from "./render-columns.ts";

const options = { json: option.boolean({ flag: "json", describe: "Print JSON" }) };

export const modelsCommand = defineCommand<Context, typeof options>({
  name: "models",
  usage: "",
  summary: "List the models that are known, and those that can be asked",
  options,
  positionals: [0, 0],
  async run({ context, values, print, signal }) {
    const models = await context.models();
    await models.registry.refresh();
    const listed = describeModels(models);
    const auto = await models.resolve(undefined, signal).then(
      ({ provider, model }) => ({ model: `${provider}/${model}`, text: `${provider}/${model}.` }),
      (error: Error) => ({ model: null, text: `nothing now. ${error.message}` }),
    );
    if (values.json) {
      print(
        JSON.stringify(
          { auto: auto.model, providers: models.providers.configured(), models: listed },
          null,
          2,
        ),
      );
      return;
    }
    const rows = listed.map(
      ({ ready, gone, ends_on, model, aliases, context_tokens, images, usd_per_million }) => [
        gone ? "-" : ready ? "*" : " ",
        model,
        aliases.join(", "),
        context_tokens === null ? "" : `${Math.round(context_tokens / 1000)}K`,
        images ? "images" : "",
        ends_on === null ? "" : `${gone ? "ended" : "ends"} ${ends_on}`,
        usd_per_million === null ? "" : `$${usd_per_million.join(" / $")}`,
      ],
    );
    const header = [
      "",
      "model",
      "aliases",
      "context",
      "sees",
      "life",
      "per million tokens in / out",
    ];
    for (const line of renderColumns([header, ...rows])) print(line);
    print("");
    print(`* can be asked, - is gone: its successor answers. auto is ${auto.text}`);
    const { others } = models.registry;
    if (others.length > 0) print(`Your vendors also list: ${others.join(", ")}.`);
    print("A model that is not listed is named with its provider, as in openrouter/vendor/model.");
  },
});

/** The models as `converse models --json` and the resource show them. */
export function describeModels({ registry, providers }: ModelAccess) {
  const configured = providers.configured();
  return registry.models.map((entry) => {
    const { inputUsdPerMillion: input, outputUsdPerMillion: output } = entry;
    return {
      model: `${entry.provider}/${entry.id}`,
      aliases: entry.aliases,
      ready: configured.includes(entry.provider) && !registry.isGone(entry),
      gone: registry.isGone(entry),
      ends_on: entry.endsOn ?? null,
      successor: entry.successor ?? null,
      context_tokens: entry.contextTokens ?? null,
      output_tokens: entry.outputTokens ?? null,
      images: entry.images,
      web_search: entry.webSearch,
      efforts: entry.efforts,
      usd_per_million: input === undefined || output === undefined ? null : [input, output],
    };
  });
}
