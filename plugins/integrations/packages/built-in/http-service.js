/** Any HTTP service with an OpenAPI document: calls its operations by their ids, with parameters by name. */
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'];

function operationsOf(settings) {
  let document;
  try {
    document = JSON.parse(settings.document);
  } catch {
    throw new Error('The OpenAPI document is not valid JSON.');
  }
  if (!/^3\./.test(document.openapi ?? '')) throw new Error('The document has to be OpenAPI 3.0 or 3.1.');
  const operations = new Map();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const id = operation.operationId ?? `${method} ${path}`;
      operations.set(id, {
        id,
        method,
        path,
        operation,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolved(document, one)),
      });
    }
  }
  return { operations, document };
}

/** References within the document, as far as one step. */
function resolved(document, value) {
  const path = value?.$ref;
  if (typeof path !== 'string' || !path.startsWith('#/')) return value;
  const names = path
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((holder, name) => (holder && Object.hasOwn(holder, name) ? holder[name] : undefined), document);
}

/** Where a parameter goes, by its `in`. */
const placing = {
  path: (request, name, value) => {
    request.path = request.path.replace(`{${name}}`, encodeURIComponent(String(value)));
  },
  query: (request, name, value) => {
    for (const one of Array.isArray(value) ? value : [value]) request.query.append(name, String(one));
  },
  header: (request, name, value) => {
    request.headers[name] = String(value);
  },
};

function requestOf({ path, parameters }, given) {
  const request = { path, query: new URLSearchParams(), headers: {} };
  for (const { name, in: place, required } of parameters.filter((one) => one?.name !== undefined)) {
    const value = given[name] ?? null;
    if (value === null && required) throw new Error(`The parameter "${name}" is required.`);
    if (value === null) continue;
    placing[place]?.(request, name, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value);
  }
  if (/\{[^}]*\}/.test(request.path)) throw new Error(`The path ${path} needs more parameters.`);
  const query = request.query.toString();
  return { target: query === '' ? request.path : `${request.path}?${query}`, headers: request.headers };
}

/** The headers of the chosen kind of authentication. The key is a handle: the server puts the value in its place. */
function authentication({ scheme = 'bearer', user = '', header = 'x-api-key' }, { key }) {
  if (key === undefined) return {};
  if (scheme === 'basic') return { authorization: `Basic ${user}:${key}` };
  return scheme === 'header' ? { [header]: key } : { authorization: `Bearer ${key}` };
}

async function call({ operation: id, parameters = {}, body }, { settings, secrets }) {
  const { operations } = operationsOf(settings);
  const operation = operations.get(id);
  if (operation === undefined)
    throw new Error(`There is no operation "${id}". There are ${[...operations.keys()].slice(0, 40).join(', ')}.`);
  const { target, headers } = requestOf(operation, parameters);
  const response = await fetch(settings.server.replace(/\/+$/, '') + target, {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...authentication(settings, secrets),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { status: response.status, ok: response.ok, body: isJson && text !== '' ? JSON.parse(text) : text };
}

function list(_input, { settings }) {
  const { operations, document } = operationsOf(settings);
  return {
    title: document.info?.title ?? '',
    operations: [...operations.values()].slice(0, 500).map(({ id, method, path, operation, parameters }) => ({
      id,
      method,
      path,
      summary: operation.summary ?? operation.description ?? '',
      parameters: parameters.flatMap((parameter) => (parameter?.name === undefined ? [] : [parameter.name])),
    })),
  };
}

const text = { type: 'string' };

export default {
  name: 'http-service',
  title: 'HTTP service',
  version: '1.0.0',
  sentence: 'Calls any HTTP service that has an OpenAPI document, by the ids of its operations.',
  hosts: ['{server}'],
  settings: {
    server: {
      title: 'Server',
      description: 'The address before the paths, such as https://api.example.com/v1.',
      type: 'url',
      required: true,
    },
    document: { title: 'OpenAPI document', description: 'OpenAPI 3.0 or 3.1, as JSON.', type: 'long-text', required: true },
    scheme: {
      title: 'Authentication',
      type: 'choice',
      default: 'bearer',
      choices: [
        { value: 'bearer', label: 'Bearer token' },
        { value: 'basic', label: 'User and password' },
        { value: 'header', label: 'Key in a header' },
      ],
    },
    header: { title: 'Header of the key', type: 'text', default: 'x-api-key' },
    user: { title: 'User', description: 'For authentication by user and password.', type: 'text' },
  },
  secrets: { key: { title: 'Key, token or password', required: false } },
  endpoints: {
    call: {
      sentence: 'Calls an operation of the service by its id.',
      input: {
        type: 'object',
        properties: { operation: text, parameters: { type: 'object' }, body: {} },
        required: ['operation'],
      },
      output: {
        type: 'object',
        properties: { status: { type: 'integer' }, ok: { type: 'boolean' }, body: {} },
        required: ['status', 'ok'],
      },
      example: {
        input: { operation: 'listPets', parameters: { limit: 10 } },
        output: { status: 200, ok: true, body: [{ id: 1, name: 'Rex' }] },
      },
      run: call,
    },
    operations: {
      sentence: 'Lists the operations of the service.',
      input: { type: 'object' },
      output: {
        type: 'object',
        properties: {
          title: text,
          operations: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: text, method: text, path: text, summary: text, parameters: { type: 'array', items: text } },
            },
          },
        },
      },
      example: {
        input: {},
        output: {
          title: 'Pets',
          operations: [{ id: 'listPets', method: 'get', path: '/pets', summary: 'All pets', parameters: ['limit'] }],
        },
      },
      run: list,
    },
  },
};
