import { type Call, call } from './connection.ts';
import { readStream } from './stream.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Where an endpoint is called: its path on the runtime host, its name for errors, and an example of its parameters. */
export interface IntegrationCall {
  readonly path: string;
  readonly what: string;
  readonly example?: string | undefined;
}

/** `onText` is called with the text so far while it is written. */
export type CallMore = Pick<Call, 'signal' | 'onProgress'> & { readonly onText?: ((text: string) => void) | undefined };

/** Calls an endpoint of the server. Parameters with a file are sent as a form, with inner objects as JSON. */
export async function callIntegration<T>(
  { path, what, example = 'name: value' }: IntegrationCall,
  parameters: Parameters,
  { onText, ...more }: CallMore = {},
): Promise<T> {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters) || parameters instanceof Blob)
    throw new TypeError(`${what} takes an object of named parameters, such as ${what}({ ${example} }).`);
  const hasFile = Object.values(parameters).some((value) => value instanceof Blob);
  const read = onText === undefined ? {} : { read: (response: Response) => readStream(response, what, onText) };
  return call<T>({ method: 'POST', path, body: hasFile ? toForm(parameters) : parameters, what, ...more, ...read });
}

function toForm(parameters: Parameters): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

type Endpoints = Readonly<Record<string, (parameters?: Parameters) => Promise<unknown>>>;

/** The functions of an integration package, by the name of one of its instances. Which ones it has, the server knows. */
export function createIntegration(packageName: string, instance = 'main'): Endpoints {
  return new Proxy({} as Endpoints, {
    get: (_target, endpoint) => {
      // A module that is awaited is asked for `then`.
      if (typeof endpoint !== 'string' || endpoint === 'then') return undefined;
      const path = `/integrations/installable/${packageName}/${encodeURIComponent(instance)}/integration-endpoints/${endpoint}`;
      return (parameters: Parameters = {}) => callIntegration({ path, what: `${packageName}.${endpoint}` }, parameters);
    },
  });
}
