export const texts = {
  add: {
    do: 'Add file',
    folder: 'Folder',
    invalid: 'Start with a letter, then use letters, digits, - and _. Folders only in components and services.',
    nameHint: 'Such as HabitCard or forms/Field',
    taken: 'There is a file with this name already',
    title: 'New file',
  },
  autosave: 'Save automatically',
  changesOf: 'Changes of {file}',
  closeFile: 'Close {file}',
  code: 'Code',
  compare: 'Show changes',
  conflict: {
    changed: 'This file was changed elsewhere while you edited it. Both changes fit together.',
    delete: 'Delete it here too',
    deleted: 'This file was deleted elsewhere while you edited it.',
    merge: 'Keep both',
    mine: 'Keep mine',
    overlap: 'This file was changed elsewhere in the lines that you edited. Choose which change to keep.',
    theirs: 'Take theirs',
    title: 'Your text compared with the saved one: {file}',
  },
  copy: 'Copy file',
  deleted: 'Deleted {file}',
  deleteFailed: 'Failed to delete file',
  deleteFile: 'Delete {file}',
  deleteTitle: 'Delete {file}?',
  deleteWhy: 'This makes a new version without the file. You can restore the previous version.',
  empty: {
    title: 'No files yet',
    why: 'They appear here once the assistant has written your app.',
  },
  failed: 'Could not load code. Please try again.',
  file: 'File',
  files: 'Files',
  folder: {
    app: 'App',
    components: 'Components',
    entities: 'Tables',
    pages: 'Pages',
    services: 'Services',
  },
  kept: {
    title: 'Unsaved changes of {file}',
    what: 'Unsaved changes of {file} were kept in this browser ({time}).',
  },
  more: 'More actions',
  openFiles: 'Open files',
  problems: {
    count: '{count, plural, one {# problem} other {# problems}}',
  },
  readOnly: 'Read-only',
  readOnlyWhy: {
    admins: 'Only admins edit code. Ask for the change in the chat.',
    busy: 'The assistant is changing the app. You can edit when it is done.',
    older: 'This is an older version. Switch to the latest one to edit.',
    table: 'Tables are changed in the chat and in the data.',
  },
  rename: {
    do: 'Rename file',
    failed: 'Failed to rename file',
    title: 'Rename {file}',
  },
  saveBy: 'Save ({keys})',
  saveFailed: 'Failed to save file',
  saving: 'Saving',
  status: {
    error: 'Not saved',
    saved: 'Saved',
    saving: 'Saving…',
    unsaved: 'Unsaved changes',
  },
  takeOver: {
    button: 'Take over the code of a block',
    choose: 'Take over the code of this block',
    done: 'The code of the block “{block}” is in {file} now. Restore the version before to undo it.',
    failed: 'Failed to take over the code of the block',
    unsaved: 'Save or discard your changes first',
  },
  unchanged: '$ unchanged lines',
  unsaved: 'Unsaved changes',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly files: typeof texts;
  }
}
