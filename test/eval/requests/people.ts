import {
  calendar,
  chart,
  choice,
  colour,
  date,
  type EvalCase,
  field,
  form,
  noField,
  number,
  pages,
  shows,
  table,
  yesNo,
} from '../checks.ts';

/** What clubs, schools and events need. */
export const people: readonly EvalCase[] = [
  {
    id: 'wedding',
    request: 'A page for our wedding where guests say whether they come and what they eat',
    checks: [table('guest|rsvp|response|reply', 'name'), field('meal|food|diet|eat|menu'), form],
    followUp: { request: 'Make it pink', checks: [colour('pink', [300, 350])] },
  },
  {
    id: 'club',
    request: 'Members of our chess club with rating and whether they have paid this year',
    checks: [table('member|player', 'name'), number('rating|elo'), yesNo('paid|fee|dues')],
    followUp: { request: 'A list of the matches with both players and the result', checks: [table('match|game'), pages(2)] },
  },
  {
    id: 'school',
    request: 'Pupils, teachers, lessons and fees of a music school',
    checks: [table('pupil|student'), table('teacher'), table('lesson'), table('fee|payment')],
    followUp: { request: 'Show the lessons in a calendar', checks: [calendar] },
  },
  {
    id: 'volunteers',
    request: 'Volunteers and their shifts at the food bank',
    checks: [table('volunteer', 'name'), table('shift'), date('date|start|when')],
    followUp: { request: 'Volunteers need a phone number and an email address', checks: [field('phone'), field('email|mail')] },
  },
  {
    id: 'team',
    request: 'Our football team: players, matches, goals',
    checks: [table('player', 'name'), table('match|game'), field('goal|score')],
    followUp: { request: 'A chart of the goals by player', checks: [chart] },
  },
  {
    id: 'survey',
    request: 'A survey of what our members think of the new building: a grade from 1 to 6 and a comment',
    checks: [table('answer|response|survey|feedback', 'comment|text|remark|opinion'), number('grade|rating|score'), form],
    followUp: { request: 'Show the average grade', checks: [shows('average|mean')] },
  },
  {
    id: 'library',
    request: 'Library of our school: books, readers and loans with the day they are due',
    checks: [table('book', 'title'), table('reader|member|borrower|student'), table('loan|borrow'), date('due|return')],
    followUp: { request: 'Books need a shelf', checks: [field('shelf')] },
  },
  {
    id: 'events',
    request: 'Events of our village with place, date and a picture',
    checks: [table('event', 'title|name', 'place|location|venue'), date('date|start|when'), field('picture|image|photo')],
    followUp: { request: 'Sort them by date', checks: [date('date|start|when')] },
  },
  {
    id: 'choir',
    request: 'Songs of our choir with composer, voice parts and the sheet as a file',
    checks: [table('song|piece', 'composer'), field('voice|part'), field('sheet|file|url')],
    followUp: { request: 'Remove the composer', checks: [noField('composer')], removes: true },
  },
  {
    id: 'lost',
    request: 'Lost and found of our gym: what, where, when, and whether it was fetched',
    checks: [table('item|lost|found|thing', 'where|place|location'), yesNo('fetch|pick|return|claim|collected')],
    followUp: {
      request: 'Each thing needs a category: clothes, keys, electronics or other',
      checks: [choice('categor|kind|type', 'clothes', 'keys', 'electronics', 'other')],
    },
  },
];
