import { chart, choice, colour, date, type EvalCase, field, noField, number, pages, search, shows, table, yesNo } from '../checks.ts';

/** What people keep for themselves and their family. */
export const home: readonly EvalCase[] = [
  {
    id: 'todo',
    request: 'A simple to do app for me and my wife, with who does what',
    checks: [table('task|todo|item', 'title|name|task|text', 'who|assign|person|owner'), shows('add')],
    followUp: { request: 'Show the finished ones at the end', checks: [yesNo('done|complete|finished')] },
  },
  {
    id: 'recipes',
    request: 'Recipe book with ingredients and cooking time',
    checks: [table('recipe', 'ingredient', 'time|minutes'), pages(1)],
    followUp: { request: 'Recipes need a difficulty: easy, medium or hard', checks: [choice('difficult|level', 'easy', 'medium', 'hard')] },
  },
  {
    id: 'vinyl',
    request: 'Vinyl collection with artist, year and condition',
    checks: [table('record|album|vinyl', 'artist', 'year', 'condition')],
    followUp: { request: 'Add a price', checks: [number('price')] },
  },
  {
    id: 'books',
    request: 'The books I have lent to friends: who has which one since when',
    checks: [table('book|loan|lending'), date('since|date|lent|loan'), field('friend|who|borrow|person|name')],
    followUp: { request: 'Put in 5 example books', checks: [table('book|loan|lending')] },
  },
  {
    id: 'plants',
    request: 'Watering plan for my house plants with a photo of each',
    checks: [table('plant', 'name'), field('photo|image|picture'), field('water|interval|next')],
    followUp: { request: 'Make it green', checks: [colour('green', [80, 170])] },
  },
  {
    id: 'budget',
    request: 'Family budget: income and spending by month, and what is left',
    checks: [
      table('transaction|entry|income|expense|budget', 'amount'),
      field('type|kind|category|income'),
      shows('left|balance|remaining|total'),
    ],
    followUp: { request: 'A chart of the spending by category', checks: [chart] },
  },
  {
    id: 'chores',
    request: 'Chores for our three kids with points for each one they do',
    checks: [table('chore|task'), number('point'), field('kid|child|who|person|assign')],
    followUp: { request: 'Show how many points each kid has', checks: [shows('point')] },
  },
  {
    id: 'holiday',
    request: 'Plan our trip to Portugal: days, places and what to pack',
    checks: [table('day|place|stop|activity|destination|trip'), table('pack|item|list|thing'), pages(2)],
    followUp: { request: 'Remove the packing list', checks: [noField('packed')], removes: true },
  },
  {
    id: 'pantry',
    request: 'What is in our freezer and until when it can be eaten',
    checks: [table('item|food|product|freezer', 'name'), date('until|expir|best|date')],
    followUp: { request: 'Let me search it', checks: [search] },
  },
  {
    id: 'gifts',
    request: 'Gift ideas for people, with a link, a price and whether I have bought it',
    checks: [table('gift|idea', 'link|url', 'price|cost'), yesNo('bought|purchased|done')],
    followUp: { request: 'Order them by price, cheapest first', checks: [number('price|cost')] },
  },
];
