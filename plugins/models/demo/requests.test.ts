import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, built, schemaOf } from './answer.fixture.ts';
import { readPlan } from './change/read.ts';
import { type Field, inputFields, keyOf, type Plan, pageOf, type Table } from './plan.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let compiler: RuntimeApi;
beforeAll(async () => {
  host = await testHost(runtime);
  compiler = host.service(runtimeRef);
}, 60_000);
afterAll(() => host.close());

/**
 * What people write → what the app is called → its tables, in the order of the navigation. Fields are stated where the request names them:
 * `key:kind`, text where no kind stands.
 */
const requests: readonly (readonly [request: string, name: string, tables: readonly string[]])[] = [
  ['I need an app for my flower shop', 'Flower shop', ['Order', 'Product', 'Client']],
  ['app for my tennis club: members, courts & bookings', 'Tennis club', ['Member', 'Court', 'Booking']],
  ['SOMETHING TO TRACK MY PLANTS', 'Plant care', ['Plant']],
  ['vet clinic: owners, pets, appointments', 'Vet clinic', ['Owner', 'Pet', 'Appointment']],
  ['todo', 'Tasks', ['Todo']],
  ['Build me a school app with students, teachers, classes and grades please', 'School', ['Student', 'Teacher', 'Class', 'Grade']],
  ['event planner for weddings with guests, vendors, and budget items', 'Event planner', ['Event', 'Guest', 'Vendor', 'BudgetItem']],
  [
    'Inventory for my bike shop - sku, product name, quantity, supplier, reorder level, price',
    'Bike shop inventory',
    ['StockItem: sku product_name quantity:number supplier reorder_level:number price:money'],
  ],
  [
    'we need a project management tool for our small team, with projects, tasks (title, due date, assignee, priority: low/medium/high) and a calendar',
    'Project management',
    ['Project', 'Task'],
  ],
  ['customer satisfaction survey', 'Feedback', ['Response']],
  ['portfolio for my illustrations', 'Illustrations', ['Photo']],
  ['Landing page for my coffee roastery that collects emails', 'Coffee roastery', ['Signup']],
  [
    'hi! can you make me an app where i can log my workouts (exercise, sets, reps, weight)?',
    'Workout log',
    ['Workout: exercise sets:number reps:number weight:number'],
  ],
  [
    'i want to keep track of books i lent to friends: book title, friend, date lent, returned',
    'Bookshelf',
    ['Book: book_title friend date_lent:date returned:boolean'],
  ],
  ['a simple invoice app', 'Invoices', ['Invoice', 'Client']],
  ['Appointment booking page for a barber shop', 'Barber shop', ['Booking']],
  [
    'Recipe Book With Ingredients, Steps & Cooking Time',
    'Recipe book',
    ['Recipe: title ingredients:long-text steps:long-text cooking_time:number'],
  ],
  [
    'I run a small bakery and need to manage orders: customer name, phone, cake, pickup date, price, paid',
    'Bakery',
    ['Order: customer_name phone:phone cake pickup_date:date price:money paid:boolean status:enum'],
  ],
  ['an app for my dog walking business with clients, dogs and walks', 'Dog walking', ['Client', 'Dog', 'Walk']],
  ['Wine cellar with name, vintage, region, rating, price', 'Wine cellar', ['Wine']],
  [
    'expense tracker with amount, category (food, rent, travel, fun), date & receipt photo',
    'Expense tracker',
    ['Expense: title amount:money category:enum date:date image:image'],
  ],
  ['volunteer scheduling for our food bank', 'Volunteer scheduling', ['Volunteer', 'Shift', 'Event']],
  ['gym membership manager', 'Gym membership manager', ['Member', 'Class', 'Trainer']],
  ['church members directory', 'Church members directory', ['Member', 'Event', 'Volunteer']],
  ['movie watchlist', 'Movie watchlist', ['Movie']],
  ['Lost and found for our school: item, where found, date found, photo, claimed', 'Lost and found', ['FoundItem']],
  [
    'Maintenance requests for my apartment building (unit, description, urgency, photo, status)',
    'Maintenance requests',
    ['MaintenanceRequest: unit description:long-text urgency:enum image:image status:enum'],
  ],
  [
    'job application tracker with company, position, salary, status and link',
    'Job application tracker',
    ['JobApplication: company position salary:money status:enum link:url'],
  ],
  ['Restaurant website with menu', 'Menu', ['Dish']],
  ['RSVP page for our wedding', 'Wedding', ['Guest']],
  ['help desk for IT team', 'Help desk', ['Ticket', 'Client']],
  ['a budget planner', 'Budget planner', ['Expense']],
  [
    'Podcast guest manager: name, email, topic, recording date, status, notes',
    'Podcast guest manager',
    ['Guest: name email:email topic recording_date:date status:enum notes:long-text'],
  ],
  ['daycare app to track children, parents and attendance', 'Daycare', ['Child', 'Parent', 'Attendance']],
  ['Football league: teams, players, matches', 'Football league', ['Team', 'Player', 'Match']],
  ['blog with posts and comments', 'Journal', ['Article']],
  [
    'Event registration page for a developer conference with name, email, company, t-shirt size and dietary needs',
    'Developer conference',
    ['Registration: name email:email company t_shirt_size:enum dietary_needs:long-text'],
  ],
  ['photo gallery for my travels', 'Photo gallery', ['Photo']],
  ['quotes collection', 'Quotes collection', ['Saying']],
  ['real estate CRM', 'Real estate CRM', ['Property', 'Client', 'Viewing']],
  ['packing list for camping', 'Packing list', ['PackingItem']],
  [
    'baby feeding log with time, amount, side (left/right) and notes',
    'Baby feeding log',
    ['BabyFeeding: title time:time amount:number side:enum notes:long-text'],
  ],
  [
    'meeting notes with date, attendees, decisions, action items',
    'Meeting notes',
    ['Note: title date:date attendees:tags decisions:long-text action_items:long-text'],
  ],
  ['a reservation system for my restaurant', 'Restaurant', ['Reservation', 'Dish', 'Employee']],
  ['bug tracker', 'Bug tracker', ['Bug']],
  ['equipment rental for our film studio: cameras, lenses, bookings', 'Equipment rental', ['Camera', 'Lens', 'Booking']],
  ['chess club ladder with players and games', 'Chess club ladder', ['Player', 'Game']],
  [
    'time sheet app: employee, project, date, hours, billable',
    'Timesheets',
    ['Timesheet: employee project date:date hours:number billable:boolean'],
  ],
  [
    'vacation requests for employees: name, start date, end date, type, approved',
    'Vacation requests',
    ['Request: name start_date:date end_date:date type:enum approved:boolean status:enum'],
  ],
  ['fundraising campaign page', 'Fundraising campaign', ['Donation', 'Campaign', 'Volunteer']],
  [
    'Freelance dashboard with clients, projects, time entries, invoices',
    'Freelance dashboard',
    ['Client', 'Project', 'TimeEntry', 'Invoice'],
  ],
  ['donations tracker for our charity', 'Donations tracker', ['Donation', 'Campaign', 'Volunteer']],
  ['vocabulary trainer', 'Flashcards', ['Flashcard']],
  ['waiting list for my new app', 'New app', ['Signup']],
  ['garden planner: beds, plants, harvests', 'Garden planner', ['Bed', 'Plant', 'Harvest']],
  ['parking spots in our building', 'Parking spots', ['ParkingSpot']],
  ['class schedule for my yoga studio', 'Class schedule', ['Class', 'Booking', 'Trainer']],
  ['pet adoption site with photo, name, breed, age', 'Find a friend', ['Pet: image:image name breed age:number']],
  [
    'coffee tasting notes: bean, roaster, origin, score, brewed on, flavour tags',
    'Coffee tasting notes',
    ['Note: bean roaster origin score:number brewed_on:date flavour_tags:tags'],
  ],
  ['my medication reminders', 'Medication reminders', ['Medication']],
  ['nps survey with score, reason, email', 'Feedback', ['Response: score:number reason:long-text email:email']],
  ['A loan tracker to see who owes me money', 'Loan tracker', ['Debt']],
  ['contact us page', 'Get in touch', ['Message']],
  ['lesson planner for teachers', 'Lesson planner', ['Lesson']],
  ['shopping list for the family with item, quantity and shop', 'Shopping list', ['Item: item quantity:number shop done:boolean']],
  [
    'Household chores for my kids with name, who, day of week, done, points',
    'Household chores',
    ['Chore: name who day_of_week:enum done:boolean points:number status:enum'],
  ],
  [
    'A CRM for coaching: clients (name, email, phone, goal), sessions (date, client, notes, mood) and packages (name, price, sessions)',
    'Sales desk',
    [
      'Client: name email:email phone:phone goal',
      'Session: title date:date client:reference notes:long-text mood:enum',
      'Package: name price:money sessions:number',
    ],
  ],
  [
    'Catalogue of my handmade jewellery with photo, name, material, price and in stock',
    'Catalogue',
    ['Product: image:image name material price:money in_stock:boolean'],
  ],
  [
    'help me organise my board games: title, players, playing time, last played, favourite',
    'Board games',
    ['BoardGame: title players playing_time:number last_played:date favourite:boolean'],
  ],
  [
    "I'd like a simple thing where customers of my bike repair shop can see what's in the workshop. Each repair has a customer name, a bike model, a problem, a price and a status (received, in repair, ready, collected).",
    'Repairs',
    ['Repair: customer_name bike_model problem price:money status:enum'],
  ],
  ['An app to collect feedback from my students', 'Feedback', ['Response']],
  ['Make me a Kanban Board for my team!!', 'Kanban board', ['Task']],
  [
    "We're a small museum and want to catalogue our paintings: title, artist, year, room, insured value, photo.",
    'Catalogue',
    ['Painting: title artist year:number room insured_value:money image:image'],
  ],
  ['a birthday calendar', 'Birthday calendar', ['Birthday']],
  ['app for my moms book club', 'Bookshelf', ['Book']],
  [
    'hiking trails with name, length, difficulty, region, photo and whether i have done it',
    'Hiking trails',
    ['HikingTrail: name length:number difficulty:enum region image:image done:boolean'],
  ],
  ['my cigar collection', 'Cigar collection', ['Cigar: name image:image series condition:enum year:number value:money notes:long-text']],
  [
    'Create an app called "Brew Buddy" for tracking beer brewing batches with style, start date, original gravity, notes',
    'Brew Buddy',
    ['BrewingBatch: style start_date:date original_gravity notes:long-text'],
  ],
  [
    'I want to build a platform for freelancers to track their time. It should have clients, projects and time entries.',
    'Client work',
    ['Client', 'Project', 'TimeEntry'],
  ],
  [
    'Need something for my cleaning company pls, clients + appointments + employees',
    'Cleaning company',
    ['Client', 'Appointment', 'Employee'],
  ],
  ['Gardening journal', 'Gardening journal', ['JournalEntry']],
  ['RESERVATIONS FOR A HOTEL: rooms/guests/bookings', 'Guest house', ['Reservation', 'Room', 'Guest', 'Booking']],
  ['simple app for scouting troop: scouts, badges, camping trips', 'Scouts', ['Scout', 'BadgeEntry', 'CampingTrip']],
  [
    'a page where people can apply for my summer camp: child name, age, parent email, allergies',
    'Summer camp',
    ['Registration: child_name age:number parent_email:email allergies:long-text'],
  ],
  ['invoice tracker - client, amount, due date, paid?', 'Invoice tracker', ['Invoice: client amount:money due_date:date paid:boolean']],
];

/** What the form must hold for a field. */
const controls: Readonly<Record<Exclude<Field['kind'], 'days'>, (id: string) => RegExp>> = {
  text: (id) => new RegExp(`<Input\\s+id="${id}"(?![^>]*type=)`),
  'long-text': (id) => new RegExp(`<Textarea id="${id}"`),
  email: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="email"`),
  phone: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="tel"`),
  url: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="url"`),
  image: (id) => new RegExp(`<ImageField id="${id}"`),
  number: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"`),
  money: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"[^>]*step="0.01"`),
  percent: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"[^>]*max="100"`),
  rating: (id) => new RegExp(`<RatingField id="${id}"`),
  date: (id) => new RegExp(`<DateField id="${id}"`),
  'date-time': (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="datetime-local"`),
  time: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="time"`),
  boolean: (id) => new RegExp(`<Switch id="${id}"`),
  enum: (id) => new RegExp(`<SelectTrigger id="${id}"`),
  tags: (id) => new RegExp(`<Input\\s+id="${id}"`),
  reference: (id) => new RegExp(`<SelectTrigger id="${id}"[\\s\\S]*\\.map\\(\\(option\\)`),
};

type Files = Readonly<Record<string, string>>;

function planOf(files: Files): Plan {
  const plan = readPlan(files, '');
  if (plan === null) throw new Error('The app has no table.');
  return plan;
}

/** In the words of `requests`. */
function said({ name, fields }: Table, expected: string): string {
  if (!expected.includes(':')) return name;
  const asked = fields.filter((field) => field.kind !== 'days');
  return `${name}: ${asked.map(({ key, kind }) => (kind === 'text' ? key : `${key}:${kind}`)).join(' ')}`;
}

function formOf(files: Files, table: Table, field: Field): string {
  const form = files[`components/${table.name}Form`] ?? '';
  const id = field.key.replace(/_/g, '-');
  return new RegExp(`<FormField id="${id}"[\\s\\S]*?</FormField>`).exec(form)?.[0] ?? '';
}

/** All but the table itself and its forms: where rows are listed. */
function listsOf(files: Files, table: Table): string {
  return Object.entries(files)
    .filter(
      ([path, text]) =>
        !/Form$|Box$|^entities/.test(path) && (text.includes(`@/entities/${table.name}'`) || path.includes(`/${table.name}`)),
    )
    .map(([, text]) => text)
    .join('\n');
}

describe.each(requests)('%s', (request, name, tables) => {
  test('is understood, and every field has its control and its place in the list', async () => {
    const { words } = await ask(request);
    const files = await built(request);
    const plan = planOf(files);
    expect(plan.name).toBe(name);
    expect(plan.tables.map((table, index) => said(table, tables[index] ?? ''))).toEqual(tables);
    expect(words).toContain(`# ${name}`);
    for (const table of plan.tables) {
      const lists = listsOf(files, table);
      for (const field of inputFields(table)) {
        const place = `${table.name}.${field.key}`;
        const form = formOf(files, table, field);
        expect(form, `${place} in the form`).toMatch(controls[field.kind as keyof typeof controls](field.key.replace(/_/g, '-')));
        for (const option of field.options) expect(form, place).toContain(`value=${JSON.stringify(option)}`);
        expect(lists, `${place} in the list`).toMatch(new RegExp(`\\.${field.key}\\b`));
      }
      const page = files[`pages/${pageOf(plan, table)}`] ?? '';
      for (const part of ['onSearch=', 'sorts=', 'EmptyState', `<${table.name}Form`, 'LoadError', 'NoMatches'])
        expect(page).toContain(part);
      expect(page + lists).toMatch(/RowMenu|onDelete/);
    }
  });

  test('has tables that a server takes, and example rows that fit them', async () => {
    const files = await built(request);
    const { actions } = await ask('add 4 sample rows', files);
    for (const table of planOf(files).tables) {
      const schema = schemaOf(files, table.name);
      const keys = Object.keys(schema.properties);
      expect(keys.every((key) => /^[a-z][a-z0-9_]{0,62}$/.test(key))).toBe(true);
      expect(new Set(keys).size).toBe(table.fields.length);
      expect(keys).toEqual(expect.arrayContaining([...schema.required]));
      const rows = JSON.parse(actions.find((action) => action.file === `entities/${table.name}.json`)?.content ?? '[]') as object[];
      expect(rows).toHaveLength(4);
      for (const row of rows) {
        for (const key of schema.required) expect(row).toHaveProperty(key, expect.anything());
        for (const [key, value] of Object.entries(row)) {
          const { type, enum: choices } = schema.properties[key] ?? {};
          const actual = Array.isArray(value) ? 'array' : typeof value;
          if (value !== null) expect(`${key} ${actual}`).toBe(`${key} ${type === 'integer' ? 'number' : type}`);
          if (choices) expect(choices).toContain(value);
        }
      }
    }
  });

  test('compiles', async () => {
    const files = await built(request);
    expect(await compiler.check({ appId: keyOf(name), versionId: request, name, mainPage: null, files })).toEqual([]);
  });
});

test.each(['make an app', 'i need an app', 'hello there', 'asdf', 'can you help me?', 'what can you do'])(
  '"%s" names nothing to build: the answer says what would help',
  async (request) => {
    const { words, actions } = await ask(request);
    expect(actions).toEqual([]);
    expect(words).toContain('demo assistant');
    expect(words).toContain('A habit tracker with name, frequency and streak');
    expect(words).toContain('OPENAI_API_KEY');
  },
);
