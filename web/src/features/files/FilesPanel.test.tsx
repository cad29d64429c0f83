import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, dialog, field, focused, gone, isGone, text } from '../../testing/find.ts';
import { admin, builder, draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { setScreen } from '../../testing/screen.ts';
import { held, offline, pending, refusal } from '../../testing/server.ts';
import FilesPanel from './FilesPanel.tsx';

const file = (path: string, kind: string, content = `// ${path}`) => ({ path, kind, content });
const files = [
  file('components/Row', 'component'),
  file('entities/Habit.json', 'entity', '{}'),
  file('layout', 'layout'),
  file('pages/About', 'page'),
  file('pages/Home', 'page'),
];
const app = { ...draftApp, version: () => ({ id: 'v2', files }) };
const saved = { id: 'v3' };

const show = (answers: object = {}, options: object = {}) => {
  const rendered = renderPanel(FilesPanel, { answers: { app, ...answers }, ...options });
  rendered.workspace.state.page.set('Home');
  return rendered;
};
const editor = () => field('pages/Home');

it('shows the page of the preview, among files by folder', async () => {
  const { user } = show();
  expect((await editor()).value).toBe('// pages/Home');
  const tree = within(await screen.findByRole('navigation', { name: 'Files' }));
  expect(tree.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Pages', 'Components', 'Tables', 'App']);
  expect((await button('Home')).getAttribute('aria-current')).toBe('true');
  await user.click(await button('Row'));
  await field('components/Row');
});

it('chooses files by a list on narrow screens', async () => {
  setScreen({ width: 900 });
  const { user } = show();
  await user.selectOptions(await field('File'), 'About');
  await field('pages/About');
});

it('shows a skeleton while the files load', async () => {
  show({ app: { ...draftApp, version: pending } });
  await screen.findByRole('status', { name: 'Loading' });
});

it('says that there are no files yet', async () => {
  const { user, workspace } = show({ app: { ...draftApp, currentVersion: null } });
  await text('No files yet');
  await user.click(await button('Go to the chat'));
  expect(workspace.show.mock.calls).toEqual([['chat']]);
});

it('offers to load the code again', async () => {
  let isBroken = true;
  const version = () => {
    if (isBroken) throw offline;
    return { id: 'v2', files };
  };
  const { user } = show({ app: { ...draftApp, version } });
  await alert('Could not load code. Please try again.');
  isBroken = false;
  await user.click(await button('Try again'));
  await editor();
});

it.each([
  ['other builders', { answers: { app, me: builder } }],
  ['an older version', { olderVersion: 'v1' }],
])('is read-only for %s', async (_name, options) => {
  show({}, options);
  await text('Read-only');
  expect((await editor()).readOnly).toBe(true);
  expect(isGone('button', 'Delete pages/Home')).toBe(true);
});

it('is read-only while the assistant writes', async () => {
  const { workspace } = show();
  await editor();
  act(() => workspace.state.turn.set({ isBusy: true, status: 'streaming', step: null }));
  await text('Read-only');
});

it('never lets tables be edited as text', async () => {
  const { user } = show({ me: admin });
  await user.click(await button('Habit'));
  expect((await field('entities/Habit.json')).readOnly).toBe(true);
});

it('saves by button and by key, and says that something is unsaved meanwhile', async () => {
  const update = held(saved);
  const { server, user, workspace } = show({ updateAppFile: update });
  await user.type(await editor(), '!');
  expect(workspace.state.unsaved.get().size).toBe(1);
  await user.click(await button('Save'));
  await waitFor(async () => expect((await button('Save')).hasAttribute('data-loading')).toBe(true));
  update.release();
  await gone('button', 'Save');
  expect(workspace.state.unsaved.get().size).toBe(0);
  expect(workspace.refetch).toHaveBeenCalledOnce();
  expect(server.calls('updateAppFile')).toEqual([{ id: 'a1', baseVersionId: 'v2', path: 'pages/Home', content: '// pages/Home!' }]);

  await user.type(await editor(), '?');
  await button('Save');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(server.calls('updateAppFile').length).toBe(2));
});

it('keeps text typed while a file is saved, on top of the saved version', async () => {
  const update = held(saved);
  const { server, user } = show({ updateAppFile: update });
  await user.type(await editor(), ' one');
  await user.click(await button('Save'));
  await user.type(await editor(), ' two');
  update.release();
  await waitFor(async () => expect((await button('Save')).hasAttribute('data-loading')).toBe(false));
  expect((await editor()).value).toBe('// pages/Home one two');
  await user.click(await button('Save'));
  await waitFor(() => expect(server.calls('updateAppFile')[1]).toMatchObject({ baseVersionId: 'v3', content: '// pages/Home one two' }));
});

it.each([
  [refusal(500, 'x'), 'Failed to save file'],
  [offline, 'Failed to save file'],
  [refusal(409, 'The app was changed meanwhile. Copy your text and reload.'), 'The app was changed meanwhile. Copy your text and reload.'],
])('keeps the text when saving fails', async (failure, sentence) => {
  const { user } = show({ updateAppFile: failure });
  await user.type(await editor(), '!');
  await user.click(await button('Save'));
  await alert(sentence);
  expect((await editor()).value).toBe('// pages/Home!');
});

it('discards changes, and returns the focus to the text', async () => {
  const { user, workspace } = show();
  await user.type(await editor(), '!');
  await user.click(await button('Discard'));
  expect((await editor()).value).toBe('// pages/Home');
  expect(workspace.state.unsaved.get().size).toBe(0);
});

it('asks before it deletes a file, naming it, and discards its draft', async () => {
  const { server, user, workspace } = show({ deleteAppFile: saved });
  await user.type(await editor(), '!');
  await user.click(await button('Delete pages/Home'));
  const question = within(await dialog('Delete pages/Home?'));
  await user.click(question.getByRole('button', { name: 'Keep it' }));
  await gone('dialog', 'Delete pages/Home?');
  await focused(await button('Delete pages/Home'));
  expect(server.calls('deleteAppFile')).toEqual([]);
  await user.click(await button('Delete pages/Home'));
  await user.click(within(await dialog('Delete pages/Home?')).getByRole('button', { name: 'Delete' }));
  await text('Deleted pages/Home');
  expect(server.calls('deleteAppFile')).toEqual([{ id: 'a1', baseVersionId: 'v2', path: 'pages/Home' }]);
  await waitFor(() => expect(workspace.state.unsaved.get().size).toBe(0));
});

it('says that a file was not deleted', async () => {
  const { user } = show({ deleteAppFile: offline });
  await user.click(await button('Delete pages/Home'));
  await user.click(within(await dialog('Delete pages/Home?')).getByRole('button', { name: 'Delete' }));
  await alert('Failed to delete file');
});

it('opens a file and a line for another panel', async () => {
  const { user, workspace } = show();
  await editor();
  act(() => workspace.state.files.send({ file: 'components/Row', line: 7 }));
  expect((await field('components/Row')).getAttribute('data-line')).toBe('7');
  await user.click(await button('About'));
  expect((await field('pages/About')).hasAttribute('data-line')).toBe(false);
});

it('copies a file', async () => {
  const { user } = show();
  await user.click(await button('Copy file'));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('// pages/Home');
});

const blocks = "import { DataTable } from '@/components/blocks/table';\nimport { Page } from '@/components/blocks/page';";
const withBlocks = {
  ...draftApp,
  version: () => ({ id: 'v2', files: [file('components/DataTable', 'component'), file('pages/Home', 'page', blocks)] }),
};

it('takes over the code of a block that the file imports, and opens it', async () => {
  const ejected = { path: 'components/DataTable', version: saved };
  const { server, user, workspace } = show({ app: withBlocks, ejectBlock: ejected });
  await user.click(await button('Take over the code of a block'));
  await screen.findByRole('menuitem', { name: 'page' });
  await user.click(await screen.findByRole('menuitem', { name: 'table' }));
  await text('The code of the block “table” is in components/DataTable now. Restore the version before to undo it.');
  await field('components/DataTable');
  expect(server.calls('ejectBlock')).toEqual([{ id: 'a1', baseVersionId: 'v2', block: 'table' }]);
  expect(workspace.refetch).toHaveBeenCalledOnce();
});

it('says when the code of a block cannot be taken over', async () => {
  const { user } = show({ app: withBlocks, ejectBlock: offline });
  await user.click(await button('Take over the code of a block'));
  await user.click(await screen.findByRole('menuitem', { name: 'table' }));
  await alert('Failed to take over the code of the block');
});

it('takes over no block while the file has unsaved changes', async () => {
  const { user } = show({ app: withBlocks });
  await user.type(await editor(), '!');
  expect((await button('Take over the code of a block')).hasAttribute('disabled')).toBe(true);
});
