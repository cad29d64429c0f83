export const texts = {
  add: 'Add column',
  addNow: 'Add column',
  busy: 'Please wait for the chat to finish before changing columns',
  deleteNow: 'Delete',
  deleteTitle: 'Delete the column {column}?',
  deleteWhy: 'Its values go, too. You can undo this for 30 days.',
  done: {
    add: 'Added the column {column}.',
    delete: 'Deleted the column {column}.',
    rename: 'Renamed the column to {column}.',
    retype: 'Changed the type of {column}.',
    undo: 'Undid the change of {column}.',
  },
  failed: '{count, plural, one {# value could not be converted.} other {# values could not be converted.}}',
  failedWhy: 'These rows keep their old values. Correct them in the table.',
  mentions: '{count, plural, one {A part of your app still uses the old name.} other {# parts of your app still use the old name.}}',
  name: 'Column name',
  options: 'Options',
  optionsHint: 'Press Enter after each one.',
  progress: 'Changing rows: {done, number} of {total, number}',
  removeOption: 'Remove {option}',
  renameNow: 'Rename',
  renameTitle: 'Rename the column {column}',
  renameWhy: 'All rows keep their values.',
  retypeNow: 'Change type',
  retypeTitle: 'Change the type of {column}',
  retypeWhy: 'Values that cannot be converted stay as they are. You see which ones, and you can undo the change.',
  row: 'Row',
  show: 'Show them',
  type: 'Property Type',
  undo: 'Undo',
  undoFailed: 'The change could not be undone',
  updatePages: 'Update my app',
  value: 'Value',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly edits: typeof texts;
  }
}
