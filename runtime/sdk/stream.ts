import { ApiError } from './errors.ts';

const EVENT = /^event: (\w+)\ndata: (.*)$/;

/** Reads server-sent events of a call: calls back with the text so far, resolves with the result. Throws the failure that they state. */
export async function readStream(response: Response, what: string, onText: (text: string) => void): Promise<unknown> {
  let text = '';
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'result') return data.result;
    if (name === 'error') throw new ApiError(`${what}: ${data.message}`, data.status, data.code);
    text += data.text;
    onText(text);
  }
  throw new ApiError(`${what}: the connection ended before the answer was complete.`, 0, 'network');
}

interface StreamEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the event
  readonly data: any;
}

/** The events of a response; one without a name for each comment, which keeps the connection open. */
export async function* eventsOf({ body }: Response): AsyncGenerator<StreamEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    if (done) return;
    const events = (pending + value).split('\n\n');
    pending = events.pop() ?? '';
    for (const event of events) {
      const [, name = '', json = 'null'] = EVENT.exec(event) ?? [];
      yield { name, data: JSON.parse(json) };
    }
  }
}
