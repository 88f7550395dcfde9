import { useState } from "preact/hooks";
import type { PageProps } from "../app.tsx";
import { callTool, type ToolResult } from "../live/mcp.ts";
import { go } from "../live/route.ts";
import { useTools } from "../live/use-tools.ts";
import { useConfirm } from "../parts/confirm.tsx";
import { Failure } from "../parts/failure.tsx";
import { ServerSelect } from "../parts/server-select.tsx";
import { useAction } from "../parts/use-action.ts";
import { type ServerName, SERVER_NAMES } from "../servers.ts";
import type { JsonSchema } from "../domain/json-schema.ts";
import { ResultPanel } from "./try-it/result-panel.tsx";
import { SchemaField } from "./try-it/schema-field.tsx";

/** Any tool of any server, with a form made from its schema. */
export function TryIt({ route: [server, tool] }: PageProps) {
  const name = SERVER_NAMES.find((one) => one === server) ?? "agent-memory";
  const tools = useTools(name);
  const chosen = tools?.find((one) => one.name === tool) ?? tools?.[0];
  return (
    <>
      <h1>Try it</h1>
      <div class="fields">
        <ServerSelect value={name} onChange={(one) => go("try-it", one)} />
        <label class="grow">
          Tool
          <select
            value={chosen?.name ?? ""}
            onChange={({ currentTarget }) => go("try-it", name, currentTarget.value)}
          >
            {tools?.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {chosen && (
        <ToolForm
          key={`${name} ${chosen.name}`}
          server={name}
          tool={chosen.name}
          description={chosen.description ?? ""}
          schema={chosen.inputSchema as JsonSchema}
          isDestructive={
            chosen.annotations?.destructiveHint === true && !chosen.annotations.readOnlyHint
          }
        />
      )}
    </>
  );
}

type FormProps = {
  server: ServerName;
  tool: string;
  description: string;
  schema: JsonSchema;
  isDestructive: boolean;
};

function ToolForm({ server, tool, description, schema, isDestructive }: FormProps) {
  const [input, setInput] = useState<unknown>({});
  const [result, setResult] = useState<ToolResult>();
  const { isBusy, error, run } = useAction();
  const { ask, dialog } = useConfirm();
  const submit = async (event: Event) => {
    event.preventDefault();
    const isSure =
      !isDestructive ||
      (await ask({
        title: `Run ${tool}?`,
        text: "The server says that this tool may change or remove what is there.",
        yes: `Run ${tool}`,
        isDangerous: true,
      }));
    if (!isSure) return;
    await run(async () => {
      setResult(undefined);
      setResult(await callTool(server, tool, input as Record<string, unknown>));
    });
  };
  return (
    <>
      <p class="lead">{description}</p>
      <form class="card form" onSubmit={(event) => void submit(event)}>
        <SchemaField
          name={tool}
          path={tool}
          schema={schema}
          root={schema}
          value={input}
          onChange={setInput}
          isTop
        />
        <p class="actions">
          <button type="submit" disabled={isBusy}>
            {isBusy ? "Running…" : `Run ${tool}`}
          </button>
        </p>
      </form>
      <Failure message={error} />
      {result && <ResultPanel tool={tool} result={result} />}
      {dialog}
    </>
  );
}
