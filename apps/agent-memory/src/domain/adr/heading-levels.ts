// Headings of a record's own text must not end the section that it is exported in.
const DEEPER = "##";

export function lowerHeadings(text: string): string {
  return text.replaceAll(/^(?=#+[ \t])/gm, DEEPER);
}

export function raiseHeadings(text: string): string {
  return text.replaceAll(/^##(?=#+[ \t])/gm, "");
}
