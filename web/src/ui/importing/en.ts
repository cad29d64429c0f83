export const texts = {
  about: 'Belongs to every project.',
  asApp: 'Import as an app',
  backEnds: 'Servers that the app calls',
  calls: '{count, plural, one {{name}, in one file} other {{name}, in # files}}',
  changed: '{count, plural, one {# file was changed} other {# files were changed}}',
  choose: 'Import an app',
  closed: {
    columns: 'Columns: {columns}',
    isChanged: 'Such pages change its rows, too: they may be what people entered.',
    open: 'Let everyone read {count, plural, =0 {the chosen tables} one {this table} other {these # tables}}',
    opened: 'Everyone reads {tables} now.',
    pages: '{count, plural, one {Read by the page {pages}} other {Read by the pages {pages}}}',
    personal: 'These look personal: {columns}. Everyone would see them.',
    title: 'Tables that visitors cannot read',
    why: 'Pages that need no log-in read these tables, and the project has no rules for them. Until you open them, visitors see such pages empty.',
  },
  done: 'Imported {app}',
  folder: 'Import {name} as an app?',
  folderWhy: 'Files of a project are no attachments: they become an app of their own. Nothing here changes.',
  hint: 'A zip, a git bundle or a folder that you drop here: of this product, Base44, Lovable, Bolt, or made with Vite and React.',
  instead: 'These do not answer here. Instead: {instead}.',
  left: '{count, plural, one {# file did not come along} other {# files did not come along}}',
  library: 'Every app has it here.',
  noFiles: 'There are no files in it.',
  open: 'Open {app}',
  openAndAsk: 'Open it and have the calls replaced',
  reading: 'Reading its files…',
  report: '{app} is here',
  sending: 'Sending: {percent, number} %',
  server: 'Runs on a server of its own.',
  static: 'No file of an app: upload it, and use its address.',
  taken: '{count, plural, one {# file came along.} other {# files came along.}}',
  test: 'Tests the project.',
  unknown: 'Apps have no files there.',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly importing: typeof texts;
  }
}
