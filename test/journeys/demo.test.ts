import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRow, editAndDelete, expectToFit, openForm, pageOf, searchAndFilter, sendIn, violations } from './demo-app.ts';
import { type DemoWorld, openDemoWorld, type TableSchema } from './demo-world.ts';

let world: DemoWorld;
beforeAll(async () => {
  world = await openDemoWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** Requests from various trades, and the expected tables in navigation order. */
const requests: readonly (readonly [request: string, ...tables: readonly string[]])[] = [
  ['A habit tracker with name, frequency and streak', 'Habit'],
  ['A CRM for my photography studio: clients, shoots and invoices', 'Client', 'Shoot', 'Invoice'],
  ['I need an app for my flower shop', 'Order', 'Product', 'Client'],
  ['app for my tennis club: members, courts & bookings', 'Member', 'Court', 'Booking'],
  [
    'clinic management: patients with date of birth, blood type and allergies; appointments with doctor and reason; prescriptions',
    'Patient',
    'Appointment',
    'Prescription',
  ],
  ['Build me a school app with students, teachers, classes and grades please', 'Student', 'Teacher', 'Class', 'Grade'],
  ['event planner for weddings with guests, vendors, and budget items', 'Event', 'Guest', 'Vendor', 'BudgetItem'],
  ['Inventory for my bike shop - sku, product name, quantity, supplier, reorder level, price', 'StockItem'],
  [
    'we need a project management tool for our small team, with projects, tasks (title, due date, assignee, priority: low/medium/high)',
    'Project',
    'Task',
  ],
  ['customer satisfaction survey', 'Response'],
  ['portfolio for my illustrations', 'Photo'],
  ['Landing page for my coffee roastery that collects emails', 'Signup'],
  ['a landing page for my plumbing business with my services, reviews and a contact form', 'Message', 'Service', 'Review'],
  ['SOMETHING TO TRACK MY PLANTS', 'Plant'],
  ['i want to keep track of books i lent to friends: book title, friend, date lent, returned', 'Book'],
  ['Appointment booking page for a barber shop', 'Booking'],
  ['Recipe Book With Ingredients, Steps & Cooking Time', 'Recipe'],
  ['an expense tracker with categories and a monthly chart', 'Expense'],
  ['volunteer scheduling for our food bank', 'Volunteer', 'Shift', 'Event'],
  ['RSVP page for our wedding', 'Guest'],
  ['help desk for IT team', 'Ticket', 'Client'],
  ['Football league: teams, players, matches', 'Team', 'Player', 'Match'],
  ['Restaurant website with menu', 'Dish'],
  ['a reservation system for my restaurant', 'Reservation', 'Dish', 'Employee'],
  [
    'donations for our NGO: donors, campaigns, donations with amount and date, and volunteers',
    'Donor',
    'Campaign',
    'Donation',
    'Volunteer',
  ],
  ['pet adoption site with photo, name, breed, age', 'Pet'],
  ['baby feeding log with time, amount, side (left/right) and notes', 'BabyFeeding'],
  ['library system for a village library with books, readers and lending', 'Book', 'Reader', 'Loan'],
  ['Event registration page for a developer conference with name, email, company, t-shirt size and dietary needs', 'Registration'],
  ['real estate CRM', 'Property', 'Client', 'Viewing'],
  ['Freelance dashboard with clients, projects, time entries, invoices', 'Client', 'Project', 'TimeEntry', 'Invoice'],
  ['meeting notes with date, attendees, decisions, action items', 'Note'],
  ['A grocery shopping list', 'Item'],
  ['movie watchlist', 'Movie'],
  ['blog with posts and comments', 'Article'],
  ['a garage needs to track cars, customers, repairs and spare parts', 'Car', 'Customer', 'Repair', 'SparePart'],
];

const isSignUp = ({ 'x-accessControl': { permissions } }: TableSchema) => permissions.write === 'anonymous';

describe('an app out of a sentence', () => {
  it.concurrent.each(requests)('%s', async (request, ...tables) => {
    const id = await world.build(request);
    const app = await world.read(id);
    expect(app.tables.map(({ name }) => name)).toEqual(tables);
    await using shown = await world.open(id);
    expect(await violations(shown)).toEqual([]);
    const [first, ...others] = app.tables;
    if (!first) throw new Error('The app has no table.');
    if (isSignUp(first)) await sendIn(shown, first, 'Sent in');
    await shown.goTo(pageOf(app, first));
    if (isSignUp(first)) await editAndDelete(shown, app, first, 'Sent in');
    await addRow(shown, first, 'Number one');
    await searchAndFilter(shown, first, 'Number one');
    expect(await violations(shown)).toEqual([]);
    await editAndDelete(shown, app, first, 'Number one');
    for (const table of others) {
      await shown.goTo(pageOf(app, table));
      await openForm(shown, table);
      await shown.page.keyboard.press('Escape');
    }
    await expectToFit(shown, app.pages);
    expect(shown.complaints).toEqual([]);
  });
});
