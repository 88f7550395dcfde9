export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
