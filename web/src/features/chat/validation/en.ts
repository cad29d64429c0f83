export const texts = {
  again: 'Validate again',
  applying: 'Reading the files',
  detectors: 'Detectors',
  failed: 'Error: Failed to validate',
  fixes: '{count, plural, one {# fix} other {# fixes}}',
  line: 'line {line}',
  milliseconds: '{milliseconds, number} ms',
  none: 'No issues found',
  noneWhy: 'Every detector ran on this version.',
  rendering: {
    done: '{count, plural, =0 {No page was rendered.} one {# page rendered, without rows and with sample rows.} other {# pages rendered, without rows and with sample rows.}}',
    partial: '{count, plural, one {Only # page could be rendered.} other {Only # pages could be rendered.}}',
    unavailable: 'The pages could not be rendered this time. That says nothing about the app.',
  },
  renderingPages: 'Of that, rendering pages',
  repairedFiles: 'Repaired files',
  running: 'Validating…',
  severity: { error: 'Error', repaired: 'Repaired', warning: 'Warning' },
  summary:
    '{errors, plural, =0 {No errors} one {# error} other {# errors}}, {warnings, plural, =0 {no warnings} one {# warning} other {# warnings}}, {repaired, plural, =0 {nothing repaired} other {# repaired}}',
  test: 'Validator test',
  timings: 'Timings',
  title: 'Validator test results',
  validating: 'Validating',
  wholeApp: 'The whole app',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly validation: typeof texts;
  }
}
