export function percent(share: number): string {
  const digits = share > 0 && share < 0.01 ? 2 : share < 0.1 || share > 0.9 ? 1 : 0;
  return `${(share * 100).toFixed(digits).replace(/\.0+$/, "")} %`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

export function wholeNumber(count: number): string {
  return count.toLocaleString("en");
}

/** A moment in the reader's own time zone. */
export function moment(at: number | string): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

export function shortened(text: string, most: number): string {
  const letters = [...text.trim().replaceAll(/\s+/g, " ")];
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("")}…`;
}
