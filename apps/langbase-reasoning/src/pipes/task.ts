type Section = string | undefined | false;

/** A named part of the material; false if there is no text. */
export function section(name: string, text: string | undefined): Section {
  return text !== undefined && text.trim() !== "" && `<${name}>\n${text}\n</${name}>`;
}

/** Joins the present parts of a request. */
export function task(...sections: Section[]): string {
  return sections
    .filter((part) => part !== undefined && part !== false && part !== "")
    .join("\n\n");
}

export function list(items: readonly string[] | undefined): string | undefined {
  return items?.map((item) => `- ${item}`).join("\n");
}

/** Passes the caller's threshold on to the model. */
export function wantedConfidence(confidence: number | undefined): Section {
  return (
    confidence !== undefined &&
    `The caller wants a confidence of at least ${confidence}. If that cannot be had honestly, say what is missing.`
  );
}
