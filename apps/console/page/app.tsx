import type { ComponentType } from "preact";
import { lazy } from "./parts/lazy.tsx";
import { SampleBanner } from "./parts/sample-banner.tsx";
import { Shortcuts } from "./parts/shortcuts.tsx";
import { ThemeSwitch } from "./parts/theme-switch.tsx";
import { type ConsoleState, useConsoleState } from "./live/console-state.ts";
import { linkTo, useRoute } from "./live/route.ts";
import { Overview } from "./pages/overview.tsx";

export type PageProps = { state: ConsoleState; route: readonly string[] };

const PAGES: Readonly<Record<string, { title: string; page: ComponentType<PageProps> }>> = {
  overview: { title: "Overview", page: Overview },
  memory: { title: "Memory", page: lazy(async () => (await import("./pages/memory.tsx")).Memory) },
  reasoning: {
    title: "Reasoning",
    page: lazy(async () => (await import("./pages/reasoning.tsx")).Reasoning),
  },
  runs: { title: "Runs", page: lazy(async () => (await import("./pages/runs.tsx")).Runs) },
  conversations: {
    title: "Second opinion",
    page: lazy(async () => (await import("./pages/conversations.tsx")).Conversations),
  },
  audits: { title: "Review", page: lazy(async () => (await import("./pages/audits.tsx")).Audits) },
  "try-it": { title: "Try it", page: lazy(async () => (await import("./pages/try-it.tsx")).TryIt) },
};

export function App() {
  const state = useConsoleState();
  const [name = "", ...route] = useRoute();
  const current = Object.hasOwn(PAGES, name) ? name : "overview";
  const { page: Page, title } = PAGES[current] ?? { page: Overview, title: "Overview" };
  document.title = `${title} · Faculties`;
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <header class="side">
        <a class="brand" href={linkTo("overview")}>
          <img src="/icon.svg" alt="" width={28} height={28} /> Faculties
        </a>
        <nav aria-label="Pages">
          {Object.entries(PAGES).map(([id, entry]) => (
            <a key={id} href={linkTo(id)} aria-current={id === current ? "page" : undefined}>
              {entry.title}
              <NavDot state={state} page={id} />
            </a>
          ))}
        </nav>
        <div class="side-end">
          <Shortcuts />
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {state && <SampleBanner sample={state.sample} />}
        {state === null && (
          <p class="notice tone-bad" role="alert">
            The console does not answer. It may have been stopped; this page continues when it is
            back.
          </p>
        )}
        {state && <Page key={`${current} ${state.sample.phase}`} state={state} route={route} />}
      </main>
    </>
  );
}

const SERVER_OF: Readonly<Record<string, string>> = {
  memory: "agent-memory",
  reasoning: "langbase-reasoning",
  runs: "orchestrator-resources",
  conversations: "converse",
  audits: "gan-audit",
};

/** Shown where a server is not running. */
function NavDot({ state, page }: { state: ConsoleState | null | undefined; page: string }) {
  const server = state?.servers.find(({ name }) => name === SERVER_OF[page]);
  if (server === undefined || server.phase === "ready") return null;
  return (
    <>
      <span class="dot tone-warn" aria-hidden="true" />
      <span class="hidden">, {server.phase}</span>
    </>
  );
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}
