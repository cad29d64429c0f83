import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from './builder-world.ts';

// The log-in, sign-up and reset forms of an app that was written for Base44, compiled as every app.

const CLIENT = `import { createClient } from '@base44/sdk';
export const base44 = createClient({ appId: '0123456789abcdef', requiresAuth: false });`;
const FORMS = `import { useEffect, useState } from 'react';
import { base44 } from '@/api/base44Client';

function Form({ name, onSubmit, children }) {
  const [text, setText] = useState('');
  const submit = async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    try {
      setText((await onSubmit(given)) ?? 'done');
    } catch (error) {
      setText('refused: ' + error.message);
    }
  };
  return (
    <form aria-label={name} onSubmit={submit}>
      {children}
      <button>{name}</button>
      <output>{text}</output>
    </form>
  );
}

export default function Home() {
  const [user, setUser] = useState(null);
  const look = () => base44.auth.me().then(setUser, () => setUser(null));
  useEffect(() => { look(); }, []);
  return (
    <main>
      <h1>{user === null ? 'Visitor' : 'Hello ' + user.email}</h1>
      <Form name="Log in" onSubmit={async ({ email, password }) => { await base44.auth.loginViaEmailPassword(email, password); await look(); }}>
        <input name="email" placeholder="Email" /><input name="password" type="password" placeholder="Password" />
      </Form>
      <Form name="Sign up" onSubmit={async ({ email, password }) => { await base44.auth.register({ email, password, full_name: 'Bob' }); return 'Enter the code'; }}>
        <input name="email" placeholder="Email" /><input name="password" type="password" placeholder="Password" />
      </Form>
      <Form name="Verify" onSubmit={async ({ email, code }) => {
        const answer = await base44.auth.verifyOtp({ email, otpCode: code });
        if (answer.access_token) base44.auth.setToken(answer.access_token);
        await look();
      }}>
        <input name="email" placeholder="Email" /><input name="code" placeholder="Code" />
      </Form>
      <Form name="Send again" onSubmit={async ({ email }) => { await base44.auth.resendOtp(email); }}><input name="email" placeholder="Email" /></Form>
      <Form name="Forgot" onSubmit={async ({ email }) => { await base44.auth.resetPasswordRequest(email); }}><input name="email" placeholder="Email" /></Form>
      <Form name="Choose" onSubmit={async ({ token, password }) => { await base44.auth.resetPassword({ resetToken: token, newPassword: password }); }}>
        <input name="token" placeholder="Token" /><input name="password" type="password" placeholder="Password" />
      </Form>
      <button onClick={async () => { await base44.auth.logout(); await look(); }}>Log out</button>
    </main>
  );
}
`;
const password = 'a long enough secret';
const owner = 'ada@example.org';
const person = 'bob@example.org';

let world: World;
let builder: Page;
let appId: string;
let address: string;
const call = async (path: string, data: object) => {
  const response = await builder.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data });
  return response.json();
};
/** The newest mail to the person with this subject. */
async function mailOf(subject: string, known = 0): Promise<string> {
  const read = async (): Promise<string[]> => {
    const { outbox } = (await call('/graphql', { query: '{ outbox { to subject text } }' })).data;
    return outbox.flatMap((mail: { to: string; subject: string; text: string }) =>
      mail.to === person && mail.subject === subject ? [mail.text] : [],
    );
  };
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThan(known);
  return (await read())[0] ?? '';
}

beforeAll(async () => {
  world = await openWorld();
  ({ page: builder } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: owner, password });
  const genApp = { name: 'Club', pages: { Home: FORMS } };
  appId = (await call('/api/apps', { appType: 'generated', genApp })).id;
  await call(`/api/apps/${appId}/files/update`, { file: { id: 'api/base44Client', content: CLIENT } });
  const mutation = 'mutation ($id: ID!) { publishApp(id: $id, isSignupEnabled: true) { url } }';
  address = (await call('/graphql', { query: mutation, variables: { id: appId } })).data.publishApp.url;
});
afterAll(() => world?.[Symbol.asyncDispose]());

async function submit(frame: Pick<Page, 'getByRole'>, name: string, given: Readonly<Record<string, string>>): Promise<void> {
  const form = frame.getByRole('form', { name });
  for (const [placeholder, text] of Object.entries(given)) await form.getByPlaceholder(placeholder).fill(text);
  await form.getByRole('button', { name }).click();
}

it('work in the published app, which people do not leave', async () => {
  const { page, complaints } = await world.visit();
  const left: string[] = [];
  page.on('framenavigated', (frame) => frame.url().startsWith(address) || left.push(frame.url()));
  await page.goto(address);
  const says = (name: string, text: string) => page.getByRole('form', { name }).getByText(text, { exact: true }).waitFor();

  await submit(page, 'Log in', { Email: person, Password: 'a guess of mine' });
  await says('Log in', 'refused: Invalid email or password');
  await submit(page, 'Sign up', { Email: person, Password: 'short' });
  await says('Sign up', 'refused: This password is too weak');
  await submit(page, 'Sign up', { Email: person, Password: password });
  await says('Sign up', 'Enter the code');
  await page.getByRole('heading', { name: 'Visitor' }).waitFor();
  const first = await mailOf('Verify your email');
  const link = new URL(/https?:\S+/.exec(first)?.[0] ?? '');
  expect(Object.fromEntries(link.searchParams)).toMatchObject({ continueUrl: `/apps/${appId}/login`, appName: 'Club' });
  await submit(page, 'Verify', { Email: person, Code: '12345x' });
  await says('Verify', 'refused: This code is invalid or has expired. Ask for a new one.');
  await submit(page, 'Send again', { Email: person });
  await says('Send again', 'done');
  const code = /\b\d{6}\b/.exec(await mailOf('Verify your email', 1))?.[0] ?? '';
  await submit(page, 'Verify', { Email: person, Code: code });
  await page.getByRole('heading', { name: `Hello ${person}` }).waitFor();

  await page.reload();
  await page.getByRole('heading', { name: `Hello ${person}` }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Visitor' }).waitFor();
  await submit(page, 'Log in', { Email: person, Password: password });
  await page.getByRole('heading', { name: `Hello ${person}` }).waitFor();

  await submit(page, 'Forgot', { Email: person });
  await says('Forgot', 'done');
  const reset = new URL(/https?:\S+/.exec(await mailOf('Reset your password'))?.[0] ?? '');
  expect([reset.origin, reset.searchParams.get('continueUrl')]).toEqual([world.url, `/apps/${appId}/login`]);
  const another = 'another long secret';
  await submit(page, 'Choose', { Token: 'a guess', Password: another });
  await says('Choose', 'refused: Link invalid, try to reset your password again.');
  await submit(page, 'Choose', { Token: new URLSearchParams(reset.hash.slice(1)).get('token') ?? '', Password: another });
  await says('Choose', 'done');
  await page.reload();
  await page.getByRole('heading', { name: 'Visitor' }).waitFor();
  await submit(page, 'Log in', { Email: person, Password: another });
  await page.getByRole('heading', { name: `Hello ${person}` }).waitFor();
  expect([left, complaints]).toEqual([[], []]);
});

it('work in the preview, which stays its builder’s', async () => {
  await builder.goto(`${world.url}/build/app/${appId}`);
  const frame = builder.frameLocator('iframe');
  await frame.getByRole('heading', { name: `Hello ${owner}` }).waitFor();
  const says = (name: string, text: string) => frame.getByRole('form', { name }).getByText(text, { exact: true }).waitFor();
  await submit(frame, 'Log in', { Email: owner, Password: 'a guess of mine' });
  await says('Log in', 'refused: Invalid email or password');
  await submit(frame, 'Log in', { Email: owner, Password: password });
  await says('Log in', 'done');
  const isYours = 'refused: A preview is always yours: log in with your own email, or as another person in the published app.';
  await submit(frame, 'Log in', { Email: person, Password: 'another long secret' });
  await says('Log in', isYours);
  await submit(frame, 'Sign up', { Email: 'eve@example.org', Password: password });
  await says('Sign up', isYours);
  await frame.getByRole('heading', { name: `Hello ${owner}` }).waitFor();
  expect(new URL(builder.url()).pathname).toBe(`/build/app/${appId}`);
});

it('a log-in by an address of the app is the log-in of the app', async () => {
  const { page } = await world.visit();
  await page.goto(`${address}/login?from_url=${encodeURIComponent(`${address}/?tab=2#top`)}`);
  await page.getByLabel('Email').fill(person);
  await page.getByLabel('Password', { exact: true }).fill('another long secret');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: `Hello ${person}` }).waitFor();
  expect(page.url()).toBe(`${address}/?tab=2#top`);
});
