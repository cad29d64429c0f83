/** Payments by Stripe Checkout, or a server that speaks its protocol. */
const API = 'https://api.stripe.com';
const KINDS = { payment: 'payment', subscription: 'subscription' };

/** Stripe takes forms with nested names: line_items[0][price]=… */
function formOf(value, prefix = '', form = new URLSearchParams()) {
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined || child === null) continue;
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (typeof child === 'object') formOf(child, name, form);
    else form.append(name, String(child));
  }
  return form;
}

async function call(method, path, { settings, secrets }, { body, key } = {}) {
  const base = (settings.server ?? API).replace(/\/+$/, '');
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${secrets.secretKey}`,
      'stripe-version': '2025-03-31.basil',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: formOf(body) }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error?.message ?? `The payment server answered ${response.status}.`);
  return answer;
}

async function createCheckout(
  { items, mode = 'payment', success_url, cancel_url, customer_email, client_reference_id, metadata },
  context,
) {
  const currency = context.settings.currency ?? 'usd';
  const line_items = items.map(({ price, name, amount, quantity = 1 }) => {
    if (price !== undefined) return { price, quantity };
    if (name === undefined || amount === undefined) throw new Error('Each item needs a price, or a name and an amount.');
    const recurring = mode === KINDS.subscription ? { interval: 'month' } : undefined;
    return { quantity, price_data: { currency, unit_amount: amount, product_data: { name }, recurring } };
  });
  const body = { mode, line_items, success_url, cancel_url, customer_email, client_reference_id, metadata };
  const { id, url, status } = await call('POST', '/v1/checkout/sessions', context, { body, key: crypto.randomUUID() });
  return { id, url, status };
}

async function getCheckout({ id }, context) {
  if (!/^cs_[A-Za-z0-9_]+$/.test(id)) throw new Error('This is not the id of a checkout session.');
  const session = await call('GET', `/v1/checkout/sessions/${id}`, context);
  const { status, payment_status, amount_total, currency, client_reference_id, customer_details } = session;
  return {
    id,
    status,
    payment_status,
    amount_total: amount_total ?? null,
    currency: currency ?? null,
    client_reference_id: client_reference_id ?? null,
    customer_email: customer_details?.email ?? null,
  };
}

const text = { type: 'string', maxLength: 2000 };
const orNull = (type) => ({ anyOf: [{ type }, { type: 'null' }] });

export default {
  name: 'stripe',
  title: 'Stripe',
  version: '1.0.0',
  sentence: 'Takes payments by Stripe Checkout, and learns of them by signed webhooks.',
  price: 'As Stripe charges',
  hosts: ['api.stripe.com', '{server}'],
  settings: {
    currency: { title: 'Currency', description: 'Three letters, such as usd or eur.', type: 'text', default: 'usd' },
    server: { title: 'Server', description: 'For a server that speaks the protocol of Stripe. Leave it empty for Stripe.', type: 'url' },
  },
  secrets: {
    secretKey: { title: 'Secret key', description: 'Starts with sk_ or, better, with rk_ and the right for checkout sessions alone.' },
    signingSecret: { title: 'Signing secret of the webhook', description: 'Starts with whsec_.', required: false, in: [] },
  },
  endpoints: {
    createCheckout: {
      sentence: 'Starts a payment; open the `url` of the answer in the browser. Amounts are in the smallest unit, such as cents.',
      input: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: {
              type: 'object',
              properties: {
                price: { type: 'string', description: 'The id of a price in Stripe.' },
                name: { type: 'string', maxLength: 250 },
                amount: { type: 'integer', minimum: 1, maximum: 99999999 },
                quantity: { type: 'integer', minimum: 1, maximum: 999999 },
              },
            },
          },
          mode: { type: 'string', enum: ['payment', 'subscription'] },
          success_url: text,
          cancel_url: text,
          customer_email: { type: 'string', format: 'email' },
          client_reference_id: { type: 'string', maxLength: 200 },
          metadata: { type: 'object', additionalProperties: { type: 'string', maxLength: 500 } },
        },
        required: ['items', 'success_url'],
      },
      output: {
        type: 'object',
        properties: { id: { type: 'string' }, url: { type: 'string' }, status: { type: 'string' } },
        required: ['id', 'url'],
      },
      example: {
        input: { items: [{ name: 'T-shirt', amount: 2000, quantity: 1 }], success_url: 'https://example.com/thanks' },
        output: { id: 'cs_test_a1', url: 'https://checkout.stripe.com/c/pay/cs_test_a1', status: 'open' },
      },
      run: createCheckout,
    },
    getCheckout: {
      sentence: 'Reads a checkout session, such as whether it is paid.',
      input: { type: 'object', properties: { id: { type: 'string', maxLength: 200 } }, required: ['id'] },
      output: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          status: orNull('string'),
          payment_status: { type: 'string' },
          amount_total: orNull('number'),
          currency: orNull('string'),
          client_reference_id: orNull('string'),
          customer_email: orNull('string'),
        },
        required: ['id', 'payment_status'],
      },
      example: {
        input: { id: 'cs_test_a1' },
        output: { id: 'cs_test_a1', status: 'complete', payment_status: 'paid', amount_total: 2000, currency: 'usd' },
      },
      run: getCheckout,
    },
  },
  webhooks: {
    events: {
      sentence: 'Events such as checkout.session.completed.',
      scheme: 'stripe',
      secret: 'signingSecret',
      run: ({ body }) => {
        const { type, data } = JSON.parse(body);
        return { note: `${type} ${data?.object?.id ?? ''}`.trim() };
      },
    },
  },
};
