import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { alert, button, field, isGone, text, textGone } from '../../../testing/find.ts';
import { draftApp } from '../../../testing/fixtures.ts';
import { renderPanel } from '../../../testing/renderPanel.tsx';
import { held, offline, refusal } from '../../../testing/server.ts';
import { CellEditor } from '../cells/CellEditor.tsx';
import type { CellEditorProps } from '../cells/editor.ts';
import { type Column, columnsOf } from '../columns.ts';
import { FieldEditor } from '../drawer/FieldEditor.tsx';
import { smallImage } from './upload-image.ts';

const CALL = `POST /api/apps/${draftApp.id}/integration-endpoints/Core/UploadFile`;
const FAILED = 'Failed to upload image. Please try again.';
const url = 'https://runtime.test/api/files/a1/f1/photo.png';
const [column] = columnsOf({ properties: { image: { type: 'string', title: 'Picture' } } }, { createdAt: '', creatorId: '' });
const png = (size = 4, type = 'image/png') => new File([new Uint8Array(size)], 'photo.png', { type });
const preview = () => screen.findByRole<HTMLImageElement>('img', { name: 'Preview' });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Upload', { selector: 'input' }), { target: { files: [file] } });

interface Given {
  readonly column: Column;
  readonly value: unknown;
  readonly file: File | null;
  /** Of the form. */
  readonly onSave: (value: unknown) => void;
  /** Of the cell. */
  readonly onCommit: CellEditorProps['onCommit'];
  readonly onCancel: () => void;
}
let given: Given;
const address = { appId: 'a1', entity: 'Pet', rows: 'draft' } as const;

function Form() {
  const [stored, setStored] = useState(given.value);
  const save = async (next: unknown) => {
    given.onSave(next);
    setStored(next);
  };
  return <FieldEditor address={address} column={given.column} value={stored} onSave={save} onOpen={() => undefined} />;
}

function Cell() {
  return <CellEditor {...given} typed={null} />;
}

function rendered(Panel: typeof Form, answer: unknown, options: Partial<Given>) {
  const [onSave, onCommit, onCancel] = [vi.fn(), vi.fn(), vi.fn()];
  given = { column: column!, value: null, file: null, onSave, onCommit, onCancel, ...options };
  return { onSave, onCommit, onCancel, ...renderPanel(Panel, { answers: { [CALL]: answer } }) };
}
/** The image as a field of the row's form. */
const inForm = (answer: unknown, options: Partial<Given> = {}) => rendered(Form, answer, options);
/** The image as a cell that is edited. */
const inCell = (answer: unknown, options: Partial<Given> = {}) => rendered(Cell, answer, options);

it('uploads a chosen image, shows it, replaces and removes it', async () => {
  const { onSave, user } = inForm({ file_url: url });
  await text('Drop or paste an image here');
  choose(png());
  expect((await preview()).src).toBe(`${url}?width=640`);
  expect(onSave.mock.calls).toEqual([[url]]);
  await button('Replace');
  await user.click(await button('Remove image'));
  await text('Drop or paste an image here');
  expect(onSave.mock.calls).toEqual([[url], [null]]);
});

it('shows that it uploads', async () => {
  const answer = held({ file_url: url });
  inForm(answer);
  await text('Drop or paste an image here');
  choose(png());
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true));
  answer.release();
  await preview();
});

it.each([
  ['of 10,000,000 bytes', png(10_000_000), 'File size to large'],
  ['of another type', png(4, 'text/plain'), 'Only images can be uploaded here'],
])('refuses a file %s without a call', async (_name, file, sentence) => {
  const { onSave } = inForm(null);
  await text('Drop or paste an image here');
  choose(file);
  await alert(sentence);
  expect(onSave).not.toHaveBeenCalled();
});

it('takes an image below 10,000,000 bytes', async () => {
  inForm({ file_url: url });
  await text('Drop or paste an image here');
  choose(png(9_999_999));
  await preview();
});

it('says that nothing was dropped', async () => {
  inForm(null);
  fireEvent.drop(await text('Drop or paste an image here'), { dataTransfer: { files: [] } });
  await alert('File not found');
});

it.each([
  ['no connection', offline, ''],
  ['a refusal', refusal(415, 'The file "photo.png" is no image.'), 'The file "photo.png" is no image.'],
  ['an answer without an address', {}, ''],
])('says that it failed, and uploads again: %s', async (_name, failure, reason) => {
  let isBroken = true;
  const { onSave } = inForm(() => {
    if (!isBroken) return { file_url: url };
    if (failure instanceof Error) throw failure;
    return failure;
  });
  await text('Drop or paste an image here');
  choose(png());
  await alert(`${FAILED}${reason}`);
  expect(onSave).not.toHaveBeenCalled();
  isBroken = false;
  choose(png());
  await preview();
  await textGone(FAILED);
});

it('uploads a pasted image, and pastes text as the address', async () => {
  const { onSave, user } = inForm({ file_url: url });
  fireEvent.paste(await field('Picture'), { clipboardData: { files: [png()] } });
  await preview();
  await user.clear(await field('Picture'));
  await user.paste('https://example.org/a.png');
  await user.tab();
  expect(onSave.mock.calls).toEqual([[url], ['https://example.org/a.png']]);
  expect((await preview()).src).toBe('https://example.org/a.png');
});

it('says when the image cannot be loaded', async () => {
  inForm(null, { value: 'https://example.org/gone.png' });
  fireEvent.error(await preview());
  await text('The image cannot be loaded');
});

it('commits the image that is dropped on a cell, and moves down', async () => {
  const { onCommit } = inCell({ file_url: url }, { file: png() });
  await waitFor(() => expect(onCommit.mock.calls).toEqual([[url, 'down']]));
});

it('is operated in a cell by keyboard', async () => {
  const { onCommit, onCancel, user } = inCell(null, { value: url });
  const input = await screen.findByRole('textbox', { name: 'Picture' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Replace');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Remove image');
  expect(onCommit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onCommit.mock.calls).toEqual([[null, 'stay']]);
  expect(onCancel).not.toHaveBeenCalled();
});

it('saves an address in a cell by Enter, and keeps the value on Escape', async () => {
  const saved = inCell(null);
  await saved.user.type(await screen.findByRole('textbox', { name: 'Picture' }), 'https://example.org/a.png{Enter}');
  expect(saved.onCommit.mock.calls).toEqual([['https://example.org/a.png', 'down']]);
  saved.unmount();
  const kept = inCell(null, { value: url });
  await kept.user.type(await screen.findByRole('textbox', { name: 'Picture' }), 'x{Escape}');
  expect([kept.onCommit.mock.calls.length, kept.onCancel.mock.calls.length]).toEqual([0, 1]);
});

it('cannot remove a required image in the form', async () => {
  inForm(null, { column: { ...column!, isRequired: true }, value: url });
  await button('Replace');
  expect(isGone('button', 'Remove image')).toBe(true);
});

it.each([
  [url, `${url}?width=160`],
  ['https://example.org/a.png', 'https://example.org/a.png'],
  ['https://runtime.test/api/files/a1/f1/a.svg', 'https://runtime.test/api/files/a1/f1/a.svg'],
  [`${url}?expires=1&signature=x`, `${url}?expires=1&signature=x`],
])('shows %s in a cell as %s', (given, shown) => {
  expect(smallImage(given, 160)).toBe(shown);
});
