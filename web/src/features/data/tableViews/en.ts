export const texts = {
  add: 'Save as a new view',
  changed: '{name} (changed)',
  name: 'Name of the view',
  plain: 'All columns and rows',
  remove: 'Delete {name}',
  removeWhy: 'The rows stay. Only this arrangement of columns, sort and filter is deleted.',
  rename: 'Rename {name}',
  save: 'Save changes to {name}',
  title: 'Views',
  yours: 'Your views',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly tableViews: typeof texts;
  }
}
