export const PAST =
  "The last turn of this loop reads one element past the end; the bound must be exclusive.";
export const SHORT = "This loop leaves out the last element.";
export const NEIGHBOUR =
  "The last turn of this loop reads the element after the last one; stop one element earlier.";
