type Attribute = { key: string; value: { stringValue: string } };

/** A span as OTLP's JSON has it. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: number };
};

export const SERVER_KIND = 2;
export const ERROR_STATUS = 2;

export function attributesOf(values: Record<string, string | undefined>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }],
  );
}
