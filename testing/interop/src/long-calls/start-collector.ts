import { json, startRecorder } from "@faculties/testkit/emulators";

type Attributed = { attributes: { key: string; value: { stringValue?: string } }[] };
type Trace = {
  resourceSpans: { resource: Attributed; scopeSpans: { spans: Attributed[] }[] }[];
};

export type Collector = {
  url: string;
  /** How many calls of a service ended because the client cancelled them. */
  cancelledBy(service: string): number;
  close(): Promise<void>;
};

/** A collector of OpenTelemetry traces. */
export async function startCollector(): Promise<Collector> {
  const { url, requests, close } = await startRecorder(json({}));
  return {
    url,
    cancelledBy: (service) =>
      requests
        .flatMap(({ body }) => (body as Trace).resourceSpans)
        .filter(({ resource }) => valueOf(resource, "service.name") === service)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .filter((span) => valueOf(span, "faculties.outcome") === "cancelled").length,
    close,
  };
}

function valueOf({ attributes }: Attributed, name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue;
}
