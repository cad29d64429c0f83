export const texts = {
  asCreator: 'You see the rows that user {id} may read.',
  asUser: 'You see the rows that everyone with an account may read.',
  asVisitor: 'You see the rows that people may read who are not logged in.',
  close: 'Show all rows',
  creator: 'User {id} ({count, plural, one {# row} other {# rows}})',
  creators: 'Someone who added rows',
  refused: 'They may not read this table',
  title: 'View as',
  user: 'Anyone with an account',
  visitor: 'Anyone who is not logged in',
  why: 'Show what others may read',
  yourself: 'Yourself',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly viewAs: typeof texts;
  }
}
