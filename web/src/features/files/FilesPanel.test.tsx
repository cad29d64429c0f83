import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { alert, button, dialog, field, focused, gone, isGone, text, textGone } from '../../testing/find.ts';
import { admin, builder, draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { setScreen } from '../../testing/screen.ts';
import { held, offline, pending, refusal } from '../../testing/server.ts';
import { hashOf } from './drafts/keptDrafts.ts';
import { isAutosaving, isFormatting } from './editorSettings.ts';
import FilesPanel from './FilesPanel.tsx';

const file = (path: string, kind: string, content = `// ${path}`) => ({ path, kind, content });
const files = [
  file('components/Row', 'component'),
  file('entities/Habit.json', 'entity', '{}'),
  file('layout', 'layout'),
  file('pages/About', 'page'),
  file('pages/Home', 'page'),
];
const app = { ...draftApp, mayEditCode: true, version: ({ id }: { readonly id: string }) => ({ id, files }) };
const saved = { id: 'v3' };

// Texts of tests stay as they are typed.
beforeEach(() => isFormatting.set(false));

const show = (answers: object = {}, options: object = {}) => {
  const rendered = renderPanel(FilesPanel, { answers: { app, checkAppFiles: [], ...answers }, ...options });
  rendered.workspace.state.page.set('Home');
  return rendered;
};
const item = (name: string) => screen.findByRole('treeitem', { name });
const editor = () => field('pages/Home');

it('shows the page of the preview, among files by folder', async () => {
  const { user } = show();
  expect((await editor()).value).toBe('// pages/Home');
  const folders = (await screen.findAllByRole('treeitem')).filter((item) => item.hasAttribute('aria-expanded'));
  expect(folders.map(({ textContent }) => textContent)).toEqual(['Pages', 'Components', 'Tables', 'App']);
  expect((await item('Home')).getAttribute('aria-selected')).toBe('true');
  await user.click(await text('Row'));
  await field('components/Row');
});

it('chooses files by a list on narrow screens', async () => {
  setScreen({ width: 900 });
  const { user } = show();
  await user.selectOptions(await field('File'), 'About');
  await field('pages/About');
});

it('shows a skeleton while the files load', async () => {
  show({ app: { ...app, version: pending } });
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
  const { user } = show({ app: { ...app, version } });
  await alert('Could not load code. Please try again.');
  isBroken = false;
  await user.click(await button('Try again'));
  await editor();
});

it.each([
  ['other builders', { answers: { app: { ...app, mayEditCode: false }, me: builder } }],
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
  await user.click(await text('Habit'));
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
  expect(server.calls('updateAppFile')).toEqual([
    { id: 'a1', baseVersionId: 'v2', path: 'pages/Home', content: '// pages/Home!', continues: false },
  ]);

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
  const { server, user, workspace } = show({ editAppFiles: saved });
  await user.type(await editor(), '!');
  await user.click(await button('Delete pages/Home'));
  const question = within(await dialog('Delete pages/Home?'));
  await user.click(question.getByRole('button', { name: 'Keep it' }));
  await gone('dialog', 'Delete pages/Home?');
  await focused(await button('Delete pages/Home'));
  expect(server.calls('editAppFiles')).toEqual([]);
  await user.click(await button('Delete pages/Home'));
  await user.click(within(await dialog('Delete pages/Home?')).getByRole('button', { name: 'Delete' }));
  await text('Deleted pages/Home');
  expect(server.calls('editAppFiles')).toEqual([
    { id: 'a1', baseVersionId: 'v2', changes: [{ path: 'pages/Home', content: null }], act: 'deleted' },
  ]);
  await waitFor(() => expect(workspace.state.unsaved.get().size).toBe(0));
});

it('says that a file was not deleted', async () => {
  const { user } = show({ editAppFiles: offline });
  await user.click(await button('Delete pages/Home'));
  await user.click(within(await dialog('Delete pages/Home?')).getByRole('button', { name: 'Delete' }));
  await alert('Failed to delete file');
});

it('opens a file and a line for another panel', async () => {
  const { user, workspace } = show();
  await editor();
  act(() => workspace.state.files.send({ file: 'components/Row', line: 7 }));
  expect((await field('components/Row')).getAttribute('data-line')).toBe('7');
  await user.click(await text('About'));
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
  ...app,
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

const versions = (texts: Readonly<Record<string, string>>) => ({
  ...app,
  version: ({ id }: { readonly id: string }) => ({ id, files: [file('pages/Home', 'page', texts[id] ?? '')] }),
});
const newest = (id: string, content: string) => ({ ...draftApp.currentVersion, id, files: [file('pages/Home', 'page', content)] });
const conflict = refusal(409, 'The app has changed in the meantime. Load the latest version and try again.');

it('saves 2 s after the last change, and says so for 2 s', async () => {
  const { server, user } = show({ updateAppFile: saved });
  await user.type(await editor(), '!');
  await text('Unsaved changes');
  await text('Saved');
  expect(server.calls('updateAppFile')).toEqual([
    { id: 'a1', baseVersionId: 'v2', path: 'pages/Home', content: '// pages/Home!', continues: true },
  ]);
  await textGone('Saved');
});

it('saves by hand only, when chosen', async () => {
  const { server, user } = show({ updateAppFile: saved });
  await user.click(await button('More actions'));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Save automatically' }));
  await user.keyboard('{Escape}');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.type(await editor(), '!');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(server.calls('updateAppFile')).toEqual([]);
  expect(localStorage.getItem('sayso-code-autosave')).toBe('false');
  isAutosaving.set(true);
});

it('keeps the changes of a failed save, and saves them by another attempt', async () => {
  const { server, user, workspace } = show({ updateAppFile: offline });
  await user.type(await editor(), '!');
  await alert('Failed to save file');
  await text('Not saved');
  expect(workspace.state.unsaved.get().size).toBe(1);
  server.answer({ updateAppFile: saved });
  await user.click(await button('Try again'));
  await text('Saved');
  expect(workspace.state.unsaved.get().size).toBe(0);
});

it('saves on top of a newer version that leaves the file alone', async () => {
  let isCurrent = false;
  const { server, user } = show({
    app: { ...app, currentVersion: () => (isCurrent ? { ...draftApp.currentVersion, id: 'v4', files } : draftApp.currentVersion) },
    updateAppFile: ({ baseVersionId }: { readonly baseVersionId: string }) => {
      if (baseVersionId === 'v2') throw conflict;
      return saved;
    },
  });
  await user.type(await editor(), '!');
  isCurrent = true;
  await user.click(await button('Save'));
  await text('Saved');
  expect(server.calls('updateAppFile').map(({ baseVersionId }) => baseVersionId)).toEqual(['v2', 'v4']);
});

it.each([
  ['Keep both', 'their line\nmiddle\nmine'],
  ['Keep mine', 'one\nmiddle\nmine'],
  ['Take theirs', 'their line\nmiddle\ntwo'],
])('offers what to do about a change elsewhere: %s', async (name, expected) => {
  let isCurrent = false;
  const theirs = 'their line\nmiddle\ntwo';
  const { user } = show({
    app: {
      ...versions({ v2: 'one\nmiddle\ntwo', v4: theirs }),
      currentVersion: () => (isCurrent ? newest('v4', theirs) : draftApp.currentVersion),
    },
    updateAppFile: conflict,
  });
  const field = await editor();
  await user.clear(field);
  await user.type(field, 'one\nmiddle\nmine');
  isCurrent = true;
  await user.click(await button('Save'));
  await alert('This file was changed elsewhere while you edited it. Both changes fit together.');
  expect((await editor()).value).toBe('one\nmiddle\nmine');
  await user.click(await button(name));
  expect((await editor()).value).toBe(expected);
  expect(isGone('button', 'Keep mine')).toBe(true);
});

it('offers what a closed tab left in the browser, to the same account only', async () => {
  const first = show({ updateAppFile: pending });
  await first.user.type(await editor(), '!');
  await waitFor(() => expect(localStorage.getItem('sayso-code:ada:a1:pages/Home')).toContain('// pages/Home!'));
  first.unmount();
  const other = show({ me: { ...admin, id: 'eve' } });
  await editor();
  expect(isGone('button', 'Restore')).toBe(true);
  other.unmount();
  const { user } = show({ updateAppFile: saved });
  expect((await editor()).value).toBe('// pages/Home');
  await user.click(await button('Restore'));
  expect((await editor()).value).toBe('// pages/Home!');
  await text('Saved');
  expect(localStorage.getItem('sayso-code:ada:a1:pages/Home')).toBeNull();
});

it('discards what a closed tab left', async () => {
  localStorage.setItem(
    'sayso-code:ada:a1:pages/Home',
    JSON.stringify({ path: 'pages/Home', text: 'kept', versionId: 'v2', base: hashOf('// pages/Home'), at: '2026-01-01T00:00:00Z' }),
  );
  const { user } = show();
  await user.click(await button('Discard'));
  await gone('button', 'Restore');
  expect(localStorage.getItem('sayso-code:ada:a1:pages/Home')).toBeNull();
});

it('adds a file, after checking its name', async () => {
  const { server, user } = show({ editAppFiles: saved });
  await user.click(await button('New file'));
  await user.type(await field('Name'), 'my row');
  await user.click(await button('Add file'));
  await text('Use letters, digits, dots, - and _, and at most six folders.');
  await user.clear(await field('Name'));
  await user.type(await field('Name'), 'row');
  await text('There is a file with this name already');
  await user.type(await field('Name'), 'Total');
  await user.click(await button('Add file'));
  await field('components/rowTotal');
  expect(server.calls('editAppFiles')).toMatchObject([{ baseVersionId: 'v2', act: 'edited', changes: [{ path: 'components/rowTotal' }] }]);
});

it('renames a file by keyboard, with the imports of others', async () => {
  const importing = file('pages/Home', 'page', "import Row from '@/components/Row';");
  const { server, user } = show({
    app: { ...app, version: ({ id }: { readonly id: string }) => ({ id, files: [file('components/Row', 'component', 'x'), importing] }) },
    editAppFiles: saved,
  });
  await user.click(await text('Row'));
  act(() => screen.getByRole('treeitem', { name: 'Row' }).focus());
  await user.keyboard('{F2}');
  await user.clear(await field('Name'));
  await user.type(await field('Name'), 'Line');
  await user.click(await button('Rename'));
  await field('components/Line');
  expect(server.calls('editAppFiles')).toEqual([
    {
      id: 'a1',
      baseVersionId: 'v2',
      act: 'renamed',
      changes: [
        { path: 'components/Line', content: 'x' },
        { path: 'components/Row', content: null },
        { path: 'pages/Home', content: "import Row from '@/components/Line';" },
      ],
    },
  ]);
});

it('opens a file and a line by its address', async () => {
  show({}, { at: '/build/app/a1?panel=code&file=components/Row&line=7' });
  expect((await field('components/Row')).getAttribute('data-line')).toBe('7');
});

it('walks through the tree by keyboard', async () => {
  const { user } = show();
  await user.click(await text('Home'));
  act(() => screen.getByRole('treeitem', { name: 'Home' }).focus());
  await user.keyboard('{ArrowUp}{Enter}');
  await field('pages/About');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await gone('treeitem', 'About');
  await user.keyboard('{ArrowRight}{ArrowRight}h{Enter}');
  await field('pages/Home');
});

it('closes a tab, and shows its neighbour', async () => {
  const { user } = show();
  await user.click(await text('Row'));
  await user.click(await item('About'));
  await user.click(await button('Close pages/About'));
  await field('components/Row');
});

it('lists what the compiler finds in unsaved text, and opens its place', async () => {
  const problem = { path: 'components/Row', line: 3, column: 2, message: 'Expected a semicolon', severity: 'error' };
  const { server, user } = show({
    checkAppFiles: [problem, { ...problem, path: 'pages/Home', line: null, column: null, severity: 'warning' }],
    // The text may be saved before the list is open.
    updateAppFile: pending,
  });
  await user.type(await editor(), '!');
  await user.click(await button(/2 problems/));
  await user.click(await button(/Error.*Expected a semicolon.*components\/Row:3/));
  expect((await field('components/Row')).getAttribute('data-line')).toBe('3');
  expect(server.calls('checkAppFiles').at(-1)).toEqual({
    id: 'a1',
    baseVersionId: 'v2',
    changes: [{ path: 'pages/Home', content: '// pages/Home!' }],
  });
  await screen.findByRole('treeitem', { name: /Row.*1 problem/ });
});

it('lays a file out when it is saved by hand, and not while one types', async () => {
  const { server, user } = show({ updateAppFile: saved });
  isFormatting.set(true);
  const unformatted = 'export const   a = 1';
  await user.clear(await editor());
  await user.type(await editor(), unformatted);
  await text('Saved');
  expect(server.calls('updateAppFile').at(-1)).toMatchObject({ content: unformatted, continues: true });
  await user.type(await editor(), '1');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(server.calls('updateAppFile').at(-1)).toMatchObject({ content: 'export const a = 11;\n', continues: false }));
  await waitFor(async () => expect((await editor()).value).toBe('export const a = 11;\n'));
});

it('searches all files, and replaces after a look at the changes', async () => {
  const { server, user } = show({ editAppFiles: saved });
  await editor();
  await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
  await user.type(await field('Search for'), 'PAGES');
  await text('2 matches');
  await user.click(await button('Match case'));
  await text('Nothing found');
  await user.click(await button('Match case'));
  await user.click(await button(/About/));
  await field('pages/About');
  await user.type(await field('Replace with'), 'screens');
  await user.click(await button('Preview replacement'));
  await user.click(await button('Replace in 2 files'));
  await gone('dialog', 'Replace in these files?');
  expect(server.calls('editAppFiles')).toEqual([
    {
      id: 'a1',
      baseVersionId: 'v2',
      act: 'replaced',
      changes: [
        { path: 'pages/About', content: '// screens/About' },
        { path: 'pages/Home', content: '// screens/Home' },
      ],
    },
  ]);
  await user.click(await button('Pattern'));
  await user.clear(await field('Search for'));
  await user.type(await field('Search for'), '(');
  await text('This is no valid pattern');
});

it('opens a file by a part of its name', async () => {
  const { user } = show();
  await editor();
  await user.keyboard('{Control>}p{/Control}');
  await user.type(await screen.findByPlaceholderText('Open a file by name'), 'row');
  await user.keyboard('{Enter}');
  await field('components/Row');
});
