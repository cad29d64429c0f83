import {
  board,
  calendar,
  chart,
  choice,
  colour,
  date,
  type EvalCase,
  field,
  noField,
  number,
  pages,
  shows,
  table,
  yesNo,
} from '../checks.ts';

/** What people run a small firm with. */
export const work: readonly EvalCase[] = [
  {
    id: 'crm',
    request: 'A CRM for my photography studio: clients, shoots and what they paid',
    checks: [table('client|customer|contact', 'name'), table('shoot|deal|project|job|booking'), pages(2)],
    followUp: { request: 'Call it Brightside', checks: [shows('Brightside')] },
  },
  {
    id: 'invoices',
    request: 'I am a plumber and want to write invoices with line items for my customers',
    checks: [table('invoice'), table('customer|client'), number('amount|price|total|quantity|rate')],
    followUp: { request: 'Make it orange', checks: [colour('orange', [15, 45])] },
  },
  {
    id: 'bookings',
    request: 'Hair salon bookings with stylists and services',
    checks: [table('booking|appointment'), table('service'), date('date|time|start|when')],
    followUp: { request: 'Add a field for the phone number of the customer', checks: [field('phone')] },
  },
  {
    id: 'inventory',
    request: 'Stock of my bike shop: parts, supplier, quantity and minimum quantity',
    checks: [table('part|item|product', 'supplier|vendor', 'quantity|stock'), number('min|reorder')],
    followUp: { request: 'A chart of the parts by supplier', checks: [chart] },
  },
  {
    id: 'projects',
    request: 'Kanban board for our sprint with the columns backlog, doing, review and done',
    checks: [table('task|card|issue|story|item'), board, choice('status|column|stage|state', 'backlog', 'doing', 'review', 'done')],
    followUp: { request: 'Tasks need a due date', checks: [date('due|deadline')] },
  },
  {
    id: 'timesheet',
    request: 'Track the hours my two employees work on each project',
    checks: [table('entry|time|hour|log|shift|timesheet'), number('hour|minute|duration'), pages(1)],
    followUp: { request: 'Show the total of the hours at the top', checks: [shows('total|hours')] },
  },
  {
    id: 'hiring',
    request: 'Applicants for our open jobs, with a rating from 1 to 5 and the stage they are in',
    checks: [table('applicant|candidate|application', 'name'), number('rating|score'), field('stage|status')],
    followUp: { request: 'Remove the rating', checks: [noField('rating|score')], removes: true },
  },
  {
    id: 'expenses',
    request: 'An app where I write down what I spend each month, with a chart by category',
    checks: [table('expense|spending|transaction|purchase', 'amount|cost|price', 'category'), chart],
    followUp: { request: 'Mark whether an expense is tax deductible', checks: [yesNo('deduct|tax')] },
  },
  {
    id: 'rooms',
    request: 'Our three meeting rooms, who has booked which one and when, in a calendar',
    checks: [table('booking|reservation|meeting|event'), date('start|date|from|when'), calendar],
    followUp: { request: 'Add a page with the list of the rooms', checks: [pages(2), shows('room')] },
  },
];
