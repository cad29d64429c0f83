export const texts = {
  appError: 'The app reported an error',
  behind: {
    building: 'The preview is updating to the latest code.',
    failed: 'The code has an error. This is the last build that worked.',
    unsaved: 'Your unsaved changes are not in the preview yet.',
  },
  describe: 'Describe your app in the chat. It appears here as soon as it runs.',
  device: {
    desktop: 'Desktop',
    label: 'Device',
    mobile: 'Phone, 375 by 667',
    tablet: 'Tablet, 768 by 1024',
  },
  failed: 'Could not start the preview',
  firstPage: 'first page',
  fix: 'Fix it in the builder',
  frame: 'Preview of {app}',
  newTab: 'Open in a new tab',
  newTabLabel: 'Open preview in a new tab',
  nothing: 'Nothing to show yet',
  openBuilder: 'Open the builder',
  opening: 'Opening your app',
  page: 'Page: {page}',
  pageNone: 'Page: none',
  pages: 'Pages',
  pageUnknown: 'Not found',
  question: 'The assistant has a question for you in the chat.',
  refresh: 'Refresh',
  refreshLabel: 'Refresh preview',
  showCode: 'Show code',
  silent: 'The app does not respond. The server that runs apps may be down.',
  title: 'Preview',
  unfinished: 'Your app is not finished yet. Continue in the chat.',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly preview: typeof texts;
  }
}
