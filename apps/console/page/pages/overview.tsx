import type { PageProps } from "../app.tsx";
import { switchSample } from "../live/console-state.ts";
import { ActivityList } from "./overview/activity-list.tsx";
import { Configurations } from "./overview/configurations.tsx";
import { ServerHealth } from "./overview/server-health.tsx";
import { useActivity } from "./overview/use-activity.ts";

/** Recent activity, things that need you, and the health of the servers. */
export function Overview({ state }: PageProps) {
  const { latest, waiting, isLoaded } = useActivity();
  return (
    <>
      <div class="title">
        <h1>Overview</h1>
        {state.sample.phase === "off" && (
          <button type="button" class="quiet" onClick={() => void switchSample(true)}>
            Load sample data
          </button>
        )}
      </div>
      <div class="overview">
        <ActivityList
          id="activity"
          title="Recent activity"
          items={latest}
          empty={
            isLoaded
              ? "Nothing yet. Configure your client below, and what your agents do appears here."
              : "Loading…"
          }
        />
        <div class="stack">
          <ActivityList
            id="needs-you"
            title="Needs you"
            items={waiting}
            empty="Nothing waits for you."
          />
          <ServerHealth servers={state.servers} phase={state.sample.phase} />
        </div>
      </div>
      <Configurations servers={state.servers} token={state.token} />
    </>
  );
}
