import type { Plan } from '../../plan.ts';

/** What every app has from the start, and what the assistant leaves to others: both are better said than left unanswered. */
const answers: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:filter|search|group) (?:by|for)\b|^(?:add|include|i (?:need|want)|allow|enable|make)\b.*\b(?:search(?:ing|able)?|filters?|filtering|sorting|sortable)\b(?!.*\b(?:field|column)\b)/,
    'Every list already has search and sorting, and a filter if there is a choice to filter by. They appear once there is a row.',
  ],
  [
    /\b(?:add|include|create|need|want|make)\b.*\b(?:log ?in|sign ?in|log ?out|register|sign ?up|account|user)s? (?:page|screen|form|button|system)\b|\badd (?:authentication|auth|log ?in|user accounts)\b/,
    'People can already log in with the button at the top. To require it, say “only logged-in people may add …”.',
  ],
  [
    /\b(?:delete|remove|clear|empty)\b.*\b(?:all|every|the)\b.*\b(?:rows?|records?|entries|data|samples?|examples?)\b/,
    'I change the app, not the rows in it. You can delete each row from its menu in the app.',
  ],
  [/\b(?:export|download|import|upload)\b.*\b(?:csv|excel|spreadsheet|file|data)\b/, 'Importing and exporting files is beyond my rules.'],
];

export function there(_plan: Plan, text: string): string | null {
  return answers.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
