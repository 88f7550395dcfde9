/** Ids `<prefix>1`, `<prefix>2`, … in the order they are asked for. */
export function sequentialIds(prefix = "id-"): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}${last}`;
  };
}
