import {
  board,
  chart,
  choice,
  colour,
  date,
  type EvalCase,
  field,
  noField,
  number,
  pages,
  search,
  shows,
  table,
  yesNo,
} from '../checks.ts';

/** Health, learning, shops and making things. */
export const hobbies: readonly EvalCase[] = [
  {
    id: 'workout',
    request: 'Gym log: exercises, sets, reps and weight',
    checks: [table('workout|exercise|set|log|entry'), number('rep'), number('weight')],
    followUp: { request: 'A chart of the weight over time', checks: [chart] },
  },
  {
    id: 'habits',
    request: 'A habit tracker with name, frequency and streak',
    checks: [table('habit', 'name|title', 'frequency', 'streak')],
    followUp: { request: 'Call it Small wins', checks: [shows('Small wins')] },
  },
  {
    id: 'mood',
    request: 'A diary of my mood, one word and a number from 1 to 10 a day',
    checks: [table('mood|entry|diary|day'), number('mood|score|rating|number|level'), date('date|day|created|when')],
    followUp: { request: 'Make it purple', checks: [colour('purple', [255, 300])] },
  },
  {
    id: 'medicine',
    request: 'My medicines, when I take them and how many are left',
    checks: [table('medic|drug|pill', 'name'), field('time|when|dose|schedule'), number('left|stock|remaining|quantity|count')],
    followUp: { request: 'Medicines need a note', checks: [field('note|comment')] },
  },
  {
    id: 'words',
    request: 'Learn Spanish words with cards: the word, what it means, and whether I know it',
    checks: [table('word|card|vocab', 'word|spanish|front|term', 'mean|translation|english|back'), yesNo('know|learned|mastered')],
    followUp: { request: 'Let me search the words', checks: [search] },
  },
  {
    id: 'shop',
    request: 'My pottery: a public gallery of cups and bowls with price and whether they are sold',
    checks: [table('product|piece|item|pottery|cup', 'price'), yesNo('sold|available')],
    followUp: { request: 'Add a page about me with an email address', checks: [pages(2), shows('@|about|contact')] },
  },
  {
    id: 'orders',
    request: 'Orders of a bakery: customer, cakes, pick-up day, and a board by state: new, baking, ready, fetched',
    checks: [table('order', 'customer|client|name'), date('pick|date|day'), board, choice('stat|stage', 'new', 'baking', 'ready')],
    followUp: { request: 'Orders need a price', checks: [number('price|total|amount')] },
  },
  {
    id: 'repairs',
    request: 'Repair jobs of my phone shop with device, fault, price and status',
    checks: [table('repair|job|order|ticket', 'device|phone|model', 'fault|problem|issue|defect', 'price|cost'), field('status|state')],
    followUp: { request: 'Remove the price', checks: [noField('price|cost')], removes: true },
  },
  {
    id: 'beer',
    request: 'I brew beer: batches with style, hops, start day and how it tasted, 1 to 5 stars',
    checks: [table('batch|brew|beer', 'style', 'hop'), number('star|rating|taste|score'), date('start|date|brew')],
    followUp: { request: 'A chart of the batches by style', checks: [chart] },
  },
  {
    id: 'bees',
    request: 'My bee hives and what I see at each inspection',
    checks: [table('hive|colony'), table('inspection|visit|check'), pages(2)],
    followUp: { request: 'Inspections need a date', checks: [date('date|when|day')] },
  },
  {
    id: 'articles',
    request: 'A blog about my garden with articles and pictures that everybody can read',
    checks: [table('article|post', 'title'), field('picture|image|photo|cover'), shows('garden|article|post|blog')],
    followUp: { request: 'Articles need tags', checks: [field('tag')] },
  },
];
