/** The payload of one event, as JSON and as a value; neither is made before it is needed. */
export interface Payload {
  text(): string;
  value(): unknown;
}

export function payloadOfText(text: string): Payload {
  return { text: () => text, value: () => JSON.parse(text) as unknown };
}

export function payloadOfValue(value: unknown): Payload {
  return { text: () => JSON.stringify(value), value: () => value };
}
