import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { alert, button, gone, text } from '../../testing/find.ts';
import { held, refusal } from '../../testing/server.ts';
import type { Attachment } from './attachments/upload.ts';
import { box, chat, message, turn, words } from './testing/chat.tsx';

const UPLOAD = 'POST /api/apps/a1/attachments';
const sketch: Attachment = {
  __typename: 'Attachment',
  id: 'f1',
  name: 'sketch.png',
  contentType: 'image/png',
  size: 10,
  width: 20,
  height: 10,
  url: '/api/apps/a1/attachments/f1',
};
const table: Attachment = { ...sketch, id: 'f2', name: 'people.csv', contentType: 'text/csv', width: null, height: null, url: '/f2' };
const file = (name: string, type: string) => new File(['x'], name, { type });
const png = file('sketch.png', 'image/png');
const csv = file('people.csv', 'text/csv');
const chooser = () => screen.getByLabelText<HTMLInputElement>('Files to attach');
const names = async () => within(await screen.findByRole('list', { name: 'Attached files' })).getAllByRole('listitem');
const sent = (files: Attachment[]) =>
  turn('queued', [], { userMessage: message('u1', 'user', [words('Build it')], { attachments: files }) });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('uploads chosen files and sends them with the message', async () => {
  const uploading = held(sketch);
  const { server, user, ready } = chat(null, { [UPLOAD]: uploading, sendMessage: sent([sketch]) });
  await ready();
  await user.upload(chooser(), png);
  await text('Uploading sketch.png');
  await user.type(await box(), 'Build it{Enter}');
  expect(server.calls('sendMessage')).toEqual([]);
  uploading.release();
  await waitFor(() => expect(screen.queryByText('Uploading sketch.png')).toBe(null));
  await user.type(await box(), '{Enter}');
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Build it', attachmentIds: ['f1'] } }]));
  const article = await screen.findByRole('article', { name: 'You' });
  await user.click(within(article).getByRole('button', { name: 'Open sketch.png' }));
  await screen.findByRole('dialog', { name: 'sketch.png' });
});

it('takes files that are pasted or dropped, and sends them without a text', async () => {
  const answers = [sketch, table];
  const { server, user, ready } = chat(null, { [UPLOAD]: () => answers.shift(), sendMessage: sent([]) });
  await ready();
  fireEvent.paste(await box(), { clipboardData: { files: [png] } });
  const panel = screen.getByRole('region', { name: 'Chat' });
  const dataTransfer = { types: ['Files'], files: [csv] };
  fireEvent.dragOver(panel, { dataTransfer });
  await text('Drop files to attach them');
  fireEvent.drop(panel, { dataTransfer });
  await waitFor(async () => expect((await names()).map(({ textContent }) => textContent)).toEqual(['sketch.png', 'people.csv']));
  await waitFor(async () => expect((await button('Send')).hasAttribute('disabled')).toBe(false));
  await user.click(await button('Send'));
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: '', attachmentIds: ['f1', 'f2'] } }]));
  expect(server.calls('sendMessage').length).toBe(1);
});

it('says why a file was refused, and sends only after it is removed', async () => {
  const { server, user, ready } = chat(null, { [UPLOAD]: refusal(413, 'File size to large'), sendMessage: sent([]) });
  await ready();
  await user.upload(chooser(), png);
  await alert('File size to large');
  await user.type(await box(), 'Build it{Enter}');
  expect(server.calls('sendMessage')).toEqual([]);
  await user.click(await button('Remove sketch.png'));
  await gone('list', 'Attached files');
  await user.type(await box(), '{Enter}');
  await waitFor(() => expect(server.calls('sendMessage').length).toBe(1));
});

it('refuses pictures before they are sent when the model takes none', async () => {
  const { server, user, ready } = chat(null, { assistant: { examplePrompts: [], takesPictures: false, isDemo: false }, [UPLOAD]: sketch });
  await ready();
  await text('Start a conversation');
  await user.upload(chooser(), png);
  await alert('The language model takes no pictures. An admin can choose one that does.');
  expect(server.calls(UPLOAD)).toEqual([]);
});

it('sends the prompt of the home page when its files are uploaded', async () => {
  const uploading = held(sketch);
  const state = { firstPrompt: 'A club', firstFiles: [png] };
  const { router, server } = chat(null, { [UPLOAD]: uploading, sendMessage: sent([sketch]) }, { at: { pathname: '/build/app/a1', state } });
  await text('Uploading sketch.png');
  expect((await box()).value).toBe('A club');
  expect(router.state.location.state).toBeNull();
  expect(server.calls('sendMessage')).toEqual([]);
  uploading.release();
  await waitFor(() =>
    expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'A club', attachmentIds: ['f1'], clientId: 'first-a1' } }]),
  );
  await waitFor(async () => expect((await box()).value).toBe(''));
});

it('leaves the prompt of the home page in the box when a file is refused', async () => {
  const at = { pathname: '/build/app/a1', state: { firstPrompt: 'A club', firstFiles: [png] } };
  const { server, user } = chat(null, { [UPLOAD]: refusal(413, 'File size to large'), sendMessage: sent([]) }, { at });
  await alert('File size to large');
  server.answer({ [UPLOAD]: table });
  await user.upload(chooser(), csv);
  await user.click(await button('Remove sketch.png'));
  await waitFor(async () => expect((await button('Send')).hasAttribute('disabled')).toBe(false));
  expect((await box()).value).toBe('A club');
  expect(server.calls('sendMessage')).toEqual([]);
});

it('refuses the eleventh file', async () => {
  let id = 0;
  const { user, ready } = chat(null, { [UPLOAD]: () => ({ ...table, id: `f${++id}` }) });
  await ready();
  await user.upload(
    chooser(),
    Array.from({ length: 11 }, (_, index) => file(`${index}.csv`, 'text/csv')),
  );
  await alert('A message takes at most 10 files.');
});

it('keeps uploaded files over a reload', async () => {
  const first = chat(null, { [UPLOAD]: sketch });
  await first.ready();
  await first.user.upload(chooser(), png);
  await waitFor(() => expect(sessionStorage.getItem('sayso-files-a1')).toContain('f1'));
  first.unmount();
  chat(null);
  expect((await names()).map(({ textContent }) => textContent)).toEqual(['sketch.png']);
});

it('queues the files of a message, and gives them back for editing', async () => {
  const { server, user, ready, settle } = chat(turn('streaming'), { [UPLOAD]: table, sendMessage: sent([table]) });
  await ready();
  await user.upload(chooser(), csv);
  await names();
  await user.type(await box(), 'next{Enter}');
  await screen.findByRole('img', { name: '1 file' });
  await user.click(await button('Edit next'));
  expect((await names()).map(({ textContent }) => textContent)).toEqual(['people.csv']);
  await user.type(await box(), '{Enter}');
  settle(turn('ready', [words('Done.')]));
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'next', attachmentIds: ['f2'] } }]));
});

it('keeps the files of a message that is edited and sent again', async () => {
  const before = turn('ready', [words('Done.')], { userMessage: message('u1', 'user', [words('Build it')], { attachments: [table] }) });
  const { server, user, ready } = chat(before, { sendMessage: sent([table]) });
  await ready();
  await screen.findByRole('link', { name: 'Download people.csv' });
  await user.click(await button('Edit and send again'));
  await button('Remove people.csv');
  await user.click(await button('Cancel'));
  expect(screen.queryByRole('button', { name: 'Remove people.csv' })).toBe(null);
  await user.click(await button('Edit and send again'));
  await user.type(await box(), '{Enter}');
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { replaces: 'u1', attachmentIds: ['f2'] } }]));
});

it.each([
  [413, 'A proxy in front of Sayso refuses so much at once (413).'],
  [502, 'A proxy in front of Sayso does not reach it (502).'],
  [504, 'A proxy in front of Sayso did not wait for its answer (504).'],
])('says that a proxy refuses a file: %i', async (status, says) => {
  const real = globalThis.fetch;
  const { user, ready } = chat(null, {});
  await ready();
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) =>
    String(call[0]).endsWith('/attachments')
      ? new Response('<html><h1>nginx</h1></html>', { status, headers: { 'content-type': 'text/html' } })
      : real(...call),
  );
  try {
    await user.upload(chooser(), png);
    await waitFor(async () => expect((await names())[0]?.textContent).toContain(says));
  } finally {
    vi.unstubAllGlobals();
  }
});

it('says of a large file whose connection broke that a proxy may have refused it', async () => {
  const real = globalThis.fetch;
  const { user, ready } = chat(null, {});
  await ready();
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) =>
    String(call[0]).endsWith('/attachments') ? Promise.reject(new TypeError('Failed to fetch')) : real(...call),
  );
  try {
    await user.upload(chooser(), new File([new Uint8Array(1_500_000)], 'large.pdf', { type: 'application/pdf' }));
    await waitFor(async () => expect((await names())[0]?.textContent).toContain('A proxy in front of Sayso may refuse so much at once'));
  } finally {
    vi.unstubAllGlobals();
  }
});

it('offers to import a dropped folder, and attaches nothing', async () => {
  const { user, ready } = chat(null, {});
  await ready();
  const panel = screen.getByRole('region', { name: 'Chat' });
  const folder = {
    name: 'shop',
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (done: (found: []) => void) => done([]) }),
  };
  const dataTransfer = { types: ['Files'], files: [file('shop', '')], items: [{ webkitGetAsEntry: () => folder }] };
  fireEvent.drop(panel, { dataTransfer });
  await screen.findByRole('dialog', { name: 'Import shop as an app?' });
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBe(null);
  await user.click(await button('Import as an app'));
  // The reason stays until it is read.
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('There are no files in it.');
  await user.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});
