import type { Plan } from '../../plan.ts';

/** What every app has from the start, and what the assistant leaves to others: both are better said than left unanswered. */
const answers: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:filter|search|group) (?:by|for)\b|^(?:add|include|i (?:need|want)|allow|enable|make)\b.*\b(?:search(?:ing|able)?|filters?|filtering|sorting|sortable)\b(?!.*\b(?:field|column)\b)/,
    'Every list has a search and ways to sort above it, and a filter where there is a choice to filter by. They show as soon as there is a row.',
  ],
  [
    /\b(?:add|include|create|need|want|make)\b.*\b(?:log ?in|sign ?in|log ?out|register|sign ?up|account|user)s? (?:page|screen|form|button|system)\b|\badd (?:authentication|auth|log ?in|user accounts)\b/,
    'People log in and sign up already, with the button at the top. Say “only signed-in people may add …” to ask for it.',
  ],
  [
    /\b(?:delete|remove|clear|empty)\b.*\b(?:all|every|the)\b.*\b(?:rows?|records?|entries|data|samples?|examples?)\b/,
    'I change the app, and leave alone what people keep in it. Delete rows from their menu in the app, or many at once on the database screen.',
  ],
  [
    /\b(?:export|download|import|upload)\b.*\b(?:csv|excel|spreadsheet|file|data)\b/,
    'That is on the database screen: it imports CSV files into a table. An export from within the app is beyond my rules.',
  ],
];

export function there(_plan: Plan, text: string): string | null {
  return answers.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
