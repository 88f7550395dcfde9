/** One figure of a server's metrics, named as Prometheus shows it; 0 until there is one. */
export async function readMetric(endpoint: URL, sample: string): Promise<number> {
  const response = await fetch(new URL("/metrics", endpoint));
  const lines = (await response.text()).split("\n");
  const line = lines.find((text) => text.startsWith(`${sample} `));
  return Number(line?.slice(sample.length) ?? 0);
}
