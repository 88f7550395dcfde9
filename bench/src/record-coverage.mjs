// Loaded before a server: tells its parent, when asked, which functions ran since it was last asked.
import { Session } from "node:inspector";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
process.on("message", () => {
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error) throw error;
    const own = taken.result.filter(({ url }) => url.includes("/.hops/"));
    const ran = own.flatMap(({ url, functions }) =>
      functions
        .flatMap(({ ranges: [whole] }) => whole ?? [])
        .filter(({ count }) => count > 0)
        .map(({ startOffset }) => ({ url, offset: startOffset })),
    );
    process.send?.(ran);
  });
});
process.channel?.unref();
