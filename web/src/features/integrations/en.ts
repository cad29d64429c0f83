export const texts = {
  calls: {
    byVisitor: 'A visitor',
    byGone: 'A deleted account',
    cost: '{tokens} tokens, {cost}',
    duration: '{seconds} s',
    empty: 'Calls appear here as your app makes them: who called, how long it took, what it cost, and why it failed.',
    emptyTitle: 'No calls yet',
    inPreview: 'preview',
    retries: '{count, plural, one {# retry} other {# retries}}',
    state: {
      done: 'Done',
      failed: 'Failed',
      running: 'Running',
    },
    title: 'Recent calls',
    tokens: '{tokens} tokens',
  },
  endpoints: {
    limits: 'Limits of {name}',
    noLimit: 'Not limited',
    open: 'Open {name} to visitors',
    perApp: 'All people, a day',
    perCaller: 'One person, a day',
    title: 'Functions',
    today: 'Today: {used} of {most}',
    visitors: 'Visitors',
    visitorsNever: 'Signed-in people only',
    why: 'What your app can do on the server. People who sign in can use all of it; people who are not signed in, only what you open to visitors.',
  },
  mail: {
    example: 'Guest.email',
    label: 'Columns with addresses that may get mail',
    why: 'Apps write to people who use or build them. To let yours write to other addresses, name their columns, such as Guest.email. Only people who may read a row can write to its address.',
  },
  failed: 'Could not load the integrations.',
  title: 'Integrations',
  usage: {
    byDay: '{calls, plural, one {# call} other {# calls}} on {day}',
    calls: 'Calls',
    chart: 'Calls a day in the last 30 days',
    cost: 'Cost',
    endpoint: 'Function',
    failures: 'Failed',
    refusals: 'Over limit',
    title: 'Last 30 days',
    tokens: 'Tokens',
    unpriced: 'Without the calls of models whose price is not known.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly integrations: typeof texts;
  }
}
