// What must and must not compile in the declaration of a package. Checked by the compiler alone: an expected error that does not come is an
// error itself.
import type { FromSchema } from './index.d.ts';

const head = { name: 'orders', title: 'Orders', version: '1.0.0', sentence: 'Orders of a shop.' } as const;
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;
const endpoint = { sentence: 'An endpoint.', input: text, output: text, example: { input: { text: 'a' }, output: { text: 'b' } } } as const;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Does not compile for `false`. */
const holds = <_T extends true>(): void => {};

/** Every member, with what functions get inferred from it. */
export const complete = definePackage({
  ...head,
  price: 'Free',
  hosts: ['api.example.com', '{server}'],
  settings: {
    server: { title: 'Server', type: 'url', required: true },
    greeting: { title: 'Greeting', type: 'text', default: 'Hello' },
    limit: { title: 'Limit', type: 'number' },
    loud: { title: 'Loud', type: 'boolean', default: false },
    unit: {
      title: 'Unit',
      type: 'choice',
      required: true,
      choices: [
        { value: 'metric', label: 'Metric' },
        { value: 'imperial', label: 'Imperial' },
      ],
    },
  },
  secrets: { key: { title: 'Key' }, signing: { title: 'Signing secret', required: false, in: [], encoding: 'whsec' } },
  connections: { account: { title: 'Account', issuer: '{server}', scopes: ['read'], parameters: { prompt: 'consent' } } },
  endpoints: {
    find: {
      sentence: 'Finds an order.',
      input: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          kind: { type: 'string', enum: ['open', 'paid'] },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['id'],
      },
      output: { type: 'object', properties: { total: { type: 'number' }, note: { type: 'string' } }, required: ['total'] },
      example: { input: { id: 7, kind: 'open' }, output: { total: 12.5 } },
      async run({ id, kind, tags }, { settings, secrets, connections }) {
        holds<Equal<typeof id, number>>();
        holds<Equal<typeof kind, 'open' | 'paid' | undefined>>();
        holds<Equal<typeof tags, readonly string[] | undefined>>();
        holds<Equal<typeof settings.server, string>>();
        holds<Equal<typeof settings.greeting, string>>();
        holds<Equal<typeof settings.limit, number | undefined>>();
        holds<Equal<typeof settings.loud, boolean>>();
        holds<Equal<typeof settings.unit, 'metric' | 'imperial'>>();
        holds<Equal<typeof secrets.key, string>>();
        holds<Equal<typeof secrets.signing, string | undefined>>();
        holds<Equal<typeof connections.account, string>>();
        // @ts-expect-error: no such setting
        void settings.colour;
        // @ts-expect-error: no such parameter
        void (({ other }: { readonly other: string }) => other)({ id });
        const response = await fetch(new URL(`/orders/${id}`, settings.server), {
          headers: { authorization: `Bearer ${secrets.key}` },
          signal: AbortSignal.timeout(5000),
        });
        return { total: (await response.json()).total };
      },
    },
  },
  webhooks: {
    paid: { sentence: 'A payment.', scheme: 'standard', secret: 'signing', run: ({ id, body }) => ({ note: `${id} ${body.length}` }) },
  },
});

definePackage({ ...head });

// @ts-expect-error: no title
definePackage({ name: 'a', version: '1.0.0', sentence: 'A.' });
// @ts-expect-error: a misspelt member
definePackage({ ...head, secret: {} });
// @ts-expect-error: no such type of a setting
definePackage({ ...head, settings: { a: { title: 'A', type: 'colour' } } });
// @ts-expect-error: a choice without choices
definePackage({ ...head, settings: { a: { title: 'A', type: 'choice' } } });
// @ts-expect-error: a default of another type
definePackage({ ...head, settings: { a: { title: 'A', type: 'number', default: 'many' } } });
// @ts-expect-error: no such place
definePackage({ ...head, secrets: { a: { title: 'A', in: ['cookie'] } } });
// @ts-expect-error: no such encoding
definePackage({ ...head, secrets: { a: { title: 'A', encoding: 'rot13' } } });
// @ts-expect-error: neither an issuer nor endpoints
definePackage({ ...head, connections: { a: { title: 'A' } } });
// @ts-expect-error: one of two endpoints
definePackage({ ...head, connections: { a: { title: 'A', tokenEndpoint: 'https://a.example/token' } } });
// @ts-expect-error: a client belongs to the installation
definePackage({ ...head, connections: { a: { title: 'A', issuer: 'https://a.example', clientSecret: 'a' } } });
// @ts-expect-error: an unsupported keyword of JSON schema
definePackage({ ...head, endpoints: { a: { ...endpoint, input: { type: 'string', pattern: 'a' }, run: () => ({ text: 'a' }) } } });
// @ts-expect-error: an answer that does not fit its schema
definePackage({ ...head, endpoints: { a: { ...endpoint, run: () => ({ text: 1 }) } } });
// @ts-expect-error: an endpoint without a function
definePackage({ ...head, endpoints: { a: endpoint } });
definePackage({
  ...head,
  // @ts-expect-error: an example that does not fit its schema
  endpoints: { a: { ...endpoint, example: { input: { text: 1 }, output: { text: 'b' } }, run: () => ({ text: 'a' }) } },
});
definePackage({
  ...head,
  secrets: { a: { title: 'A' } },
  // @ts-expect-error: a webhook that is signed by no secret of the package
  webhooks: { b: { sentence: 'B.', scheme: 'stripe', secret: 'c', run: () => null } },
});
definePackage({
  ...head,
  secrets: { a: { title: 'A' } },
  // @ts-expect-error: no such scheme
  webhooks: { b: { sentence: 'B.', scheme: 'own', secret: 'a', run: () => null } },
});
// @ts-expect-error: nothing of Node exists
void process.env;
// @ts-expect-error: nothing of browsers exists
void document;

holds<Equal<FromSchema<{ anyOf: [{ type: 'string' }, { type: 'null' }] }>, string | null>>();
holds<Equal<FromSchema<{ description: 'Anything.' }>, unknown>>();
