import { App } from "@modelcontextprotocol/ext-apps";
import { type ComponentChildren, render } from "preact";
import { useEffect, useState } from "preact/hooks";

/** The parts of one tool call that a view is shown. */
export type Shown = {
  tool: string;
  input: Record<string, unknown>;
  result: unknown;
};

/** The actions that a view has: call a tool of its own server (the answer is shown in its place), or read a resource. */
export type Actions = {
  call(tool: string, input: Record<string, unknown>): void;
  /** Calls a tool, then shows `next` again, whose answer it changed. */
  change(tool: string, input: Record<string, unknown>, next: Shown): void;
  read(uri: string): Promise<string>;
};

type Draw = (shown: Shown, actions: Actions) => ComponentChildren;

/** Connects to the client that shows this page and draws the results of the tools named in `views`. */
export function mountView(name: string, views: Readonly<Record<string, Draw>>): void {
  const app = new App({ name, version: "1.0.0" }, {});
  const [first] = Object.keys(views);

  function Page() {
    const [shown, setShown] = useState<Shown>();
    const [problem, setProblem] = useState<string>();
    const [isBusy, setIsBusy] = useState(false);

    async function call(tool: string, input: Record<string, unknown>): Promise<unknown> {
      const { structuredContent, content, isError } = await app.callServerTool({
        name: tool,
        arguments: input,
      });
      if (isError) throw new Error(textOf(content));
      return structuredContent;
    }

    async function busily(work: () => Promise<void>): Promise<void> {
      setIsBusy(true);
      setProblem(undefined);
      try {
        await work();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      } finally {
        setIsBusy(false);
      }
    }

    const actions: Actions = {
      call: (tool, input) =>
        void busily(async () => setShown({ tool, input, result: await call(tool, input) })),
      change: (tool, input, next) =>
        void busily(async () => {
          await call(tool, input);
          setShown({ ...next, result: await call(next.tool, next.input) });
        }),
      async read(uri) {
        const { contents } = await app.readServerResource({ uri });
        const [content] = contents;
        return content && "text" in content ? content.text : "";
      },
    };

    useEffect(() => {
      let input: Record<string, unknown> = {};
      const toolOf = () => app.getHostContext()?.toolInfo?.tool.name ?? first ?? "";
      const dress = () => {
        const theme = app.getHostContext()?.theme;
        if (theme) document.documentElement.style.colorScheme = theme;
      };
      app.ontoolinput = (params) => {
        input = params.arguments ?? {};
      };
      app.ontoolresult = ({ structuredContent, content, isError }) => {
        if (isError) setProblem(textOf(content));
        else setShown({ tool: toolOf(), input, result: structuredContent });
      };
      app.onhostcontextchanged = dress;
      app.connect().then(dress, (error: unknown) => setProblem(String(error)));
    }, []);

    const draw = shown && views[shown.tool];
    return (
      <main class="view" aria-busy={isBusy}>
        {problem !== undefined && (
          <p class="tone-bad note" role="alert">
            {problem}
          </p>
        )}
        {shown?.result !== undefined && draw?.(shown, actions)}
      </main>
    );
  }

  render(<Page />, document.body);
}

function textOf(content: readonly { type: string; text?: string }[] | undefined): string {
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}
