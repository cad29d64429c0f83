export const texts = {
  code: 'Code',
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
  readOnly: 'Read-only',
  saveBy: 'Save ({keys})',
  saveFailed: 'Failed to save file',
  takeOver: {
    button: 'Take over the code of a block',
    choose: 'Take over the code of this block',
    done: 'The code of the block “{block}” is in {file} now. Restore the version before to undo it.',
    failed: 'Failed to take over the code of the block',
    unsaved: 'Save or discard your changes first',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly files: typeof texts;
  }
}
