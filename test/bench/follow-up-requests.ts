/** One replacement in a file; `search` occurs in it exactly once. */
export type Edit = readonly [file: string, search: string, replace: string];

export interface FollowUp {
  /** The template that the app was made from. */
  readonly app: string;
  /** In the words of a builder. */
  readonly ask: string;
  /** One of the lines that the change adds matches this, ignoring case. */
  readonly shows: RegExp;
  /** The change as a model would write it. */
  readonly edits: readonly Edit[];
}

const text = (title: string) => `{ "type": "string", "title": "${title}" }`;
/** Adds a field behind another one, which is named by its whole line. */
const field = (file: string, line: string, added: string): Edit => [file, line, `${line}\n    ${added},`];

const task = 'entities/Task.json';
const due = '"due": { "type": "string", "format": "date", "title": "Due" },';
const todo: readonly Omit<FollowUp, 'app'>[] = [
  {
    ask: 'make it green',
    shows: /--primary/,
    edits: [
      ['globals.css', 'oklch(0.47 0.17 265)', 'oklch(0.47 0.13 150)'],
      ['globals.css', 'oklch(0.74 0.13 265)', 'oklch(0.76 0.13 150)'],
    ],
  },
  { ask: 'call it "Team tasks"', shows: /name="Team tasks"/, edits: [['layout', 'name="Todo board"', 'name="Team tasks"']] },
  { ask: 'add a field for the person who does it', shows: /person|assign|who/, edits: [field(task, due, `"assignee": ${text('Who')}`)] },
  {
    ask: 'i need an estimate in hours for each task',
    shows: /"\w*(estimate|hour)\w*":/,
    edits: [field(task, due, '"estimate": { "type": "number", "title": "Estimate in hours", "minimum": 0 }')],
  },
  { ask: 'sort the list by priority', shows: /sort="-?priority"/, edits: [['pages/List', 'sort="due"', 'sort="priority"']] },
  { ask: 'in the list, show the newest tasks first', shows: /sort="-created/, edits: [['pages/List', 'sort="due"', 'sort="-createdAt"']] },
  {
    ask: 'add a column "Blocked" between Review and Done',
    shows: /"Review",\s*"Blocked",\s*"Done"/,
    edits: [[task, '"Review", "Done"', '"Review", "Blocked", "Done"']],
  },
  {
    ask: 'rename "To do" to "Backlog"',
    shows: /"enum": \["Backlog"/,
    edits: [
      [
        task,
        '"enum": ["To do", "In progress", "Review", "Done"], "default": "To do"',
        '"enum": ["Backlog", "In progress", "Review", "Done"], "default": "Backlog"',
      ],
    ],
  },
  {
    ask: 'hide the labels on the cards of the board',
    shows: /fields=\{\['due', 'priority'\]\}/,
    edits: [['pages/Home', "fields={['due', 'priority', 'labels']}", "fields={['due', 'priority']}"]],
  },
  {
    ask: 'let me filter the list by status',
    shows: /filters=\{\[[^\]]*'status'/,
    edits: [['pages/List', 'sort="due"', 'filters={[\'status\']} sort="due"']],
  },
  {
    ask: 'the figure should say Late instead of Overdue',
    shows: /label: 'Late'/,
    edits: [['pages/List', "label: 'Overdue'", "label: 'Late'"]],
  },
  {
    ask: 'add a chart of the tasks by status',
    shows: /<DataChart/,
    edits: [
      ['pages/List', 'import { dayKey }', "import { DataChart } from '@/components/blocks/chart';\nimport { dayKey }"],
      [
        'pages/List',
        '<DataTable entity={Task}',
        '<DataChart entity={Task} title="Tasks by status" by="status" />\n      <DataTable entity={Task}',
      ],
    ],
  },
  {
    ask: 'the text under the title of the board is too long, make it "Drag cards between columns."',
    shows: /description="Drag cards between columns\."/,
    edits: [
      ['pages/Home', 'description="Drag a card to the next column, or open it to change it."', 'description="Drag cards between columns."'],
    ],
  },
  {
    ask: 'dark mode please',
    shows: /--background/,
    edits: [
      [
        'globals.css',
        ':root {',
        ':root {\n  --background: oklch(0.19 0.02 265);\n  --foreground: oklch(0.96 0.01 265);\n  --card: oklch(0.23 0.02 265);',
      ],
    ],
  },
  { ask: 'the board should not be that wide', shows: /<Page title="Board"/, edits: [['pages/Home', ' width="full"', '']] },
  {
    ask: 'there should also be the priority Urgent',
    shows: /"Low".*"Urgent"/,
    edits: [[task, '"Low", "Medium", "High"', '"Low", "Medium", "High", "Urgent"']],
  },
  {
    ask: 'new tasks have a high priority by default',
    shows: /"default": "High"/,
    edits: [[task, '"default": "Medium"', '"default": "High"']],
  },
  {
    ask: 'show the notes in the list as well',
    shows: /columns=.*'notes'/,
    edits: [['pages/List', "'due', 'labels']}", "'due', 'labels', 'notes']}"]],
  },
  {
    ask: 'only open tasks in the table of the list',
    shows: /filter=\{open\}/,
    edits: [['pages/List', '<DataTable entity={Task}', '<DataTable entity={Task} filter={open}']],
  },
  {
    ask: 'add a checkbox for private tasks',
    shows: /"\w*private\w*":.*boolean/,
    edits: [field(task, due, '"isPrivate": { "type": "boolean", "title": "Private", "default": false }')],
  },
];

const [contact, company, deal] = ['entities/Contact.json', 'entities/Company.json', 'entities/Deal.json'];
const jobTitle = '"role": { "type": "string", "title": "Job title", "maxLength": 80 },';
const city = '"city": { "type": "string", "maxLength": 80 },';
const crm: readonly Omit<FollowUp, 'app'>[] = [
  {
    ask: 'can we have it in purple?',
    shows: /--primary/,
    edits: [
      ['globals.css', 'oklch(0.46 0.1 205)', 'oklch(0.46 0.17 305)'],
      ['globals.css', 'oklch(0.78 0.11 200)', 'oklch(0.78 0.12 305)'],
    ],
  },
  { ask: 'change the title to Brightside', shows: /name="Brightside"/, edits: [['layout', 'name="CRM"', 'name="Brightside"']] },
  {
    ask: 'add a birthday to the contacts',
    shows: /"\w*birth\w*":.*date/,
    edits: [field(contact, jobTitle, '"birthday": { "type": "string", "format": "date" }')],
  },
  { ask: 'companies need a VAT number', shows: /"\w*vat\w*":/, edits: [field(company, city, `"vatNumber": ${text('VAT number')}`)] },
  {
    ask: 'add a field for the probability in percent to the deals',
    shows: /"\w*(probability|percent)\w*":.*(number|integer)/,
    edits: [[deal, '"closeDate": {', '"probability": { "type": "number", "minimum": 0, "maximum": 100 },\n    "closeDate": {']],
  },
  {
    ask: 'call the pipeline "Sales" everywhere',
    shows: /label: 'Sales'/,
    edits: [
      ['layout', "label: 'Pipeline'", "label: 'Sales'"],
      ['pages/Home', '<Page title="Pipeline"', '<Page title="Sales"'],
    ],
  },
  {
    ask: 'show the phone number in the table of companies',
    shows: /columns=.*'phone'/,
    edits: [['pages/Companies', "'city', 'website']", "'city', 'website', 'phone']"]],
  },
  { ask: 'sort companies by city', shows: /sort="city"/, edits: [['pages/Companies', 'sort="name"', 'sort="city"']] },
  { ask: 'contacts sorted by company please', shows: /sort="company"/, edits: [['pages/Contacts', 'sort="name"', 'sort="company"']] },
  {
    ask: "we don't need the job title in the list of contacts",
    shows: /columns=\{\['name', 'company', 'email', 'phone'\]\}/,
    edits: [['pages/Contacts', "'company', 'role', 'email'", "'company', 'email'"]],
  },
  {
    ask: 'add a stage "On hold" before Won',
    shows: /"Negotiation",\s*"On hold",\s*"Won"/,
    edits: [[deal, '"Negotiation", "Won"', '"Negotiation", "On hold", "Won"']],
  },
  {
    ask: 'our currency is the US dollar',
    shows: /"x-currency": "USD"/,
    edits: [
      [deal, '"x-currency": "EUR"', '"x-currency": "USD"'],
      ['pages/Home', "Math.round(value), 'EUR')", "Math.round(value), 'USD')"],
      ['components/DealCard', "formatMoney(deal.value, 'EUR')", "formatMoney(deal.value, 'USD')"],
    ],
  },
  {
    ask: 'dates of overdue deals should be bold too',
    shows: /font-(semi)?bold/,
    edits: [['components/DealCard', "'text-destructive'", "'font-semibold text-destructive'"]],
  },
  {
    ask: 'show the source on the cards of the deals',
    shows: /deal\.source/,
    edits: [
      [
        'components/DealCard',
        '<span className="flex justify-between gap-2 tabular-nums">',
        '<span className="truncate">{deal.source}</span>\n      <span className="flex justify-between gap-2 tabular-nums">',
      ],
    ],
  },
  {
    ask: 'the follow-ups should look two weeks ahead, not seven days',
    shows: /getDate\(\) \+ 14/,
    edits: [
      ['pages/FollowUps', 'now.getDate() + 7', 'now.getDate() + 14'],
      ['pages/FollowUps', "'Next 7 days'", "'Next 14 days'"],
    ],
  },
  {
    ask: 'name the follow-ups To-dos in the menu',
    shows: /label: 'To-dos'/,
    edits: [['layout', "label: 'Follow-ups'", "label: 'To-dos'"]],
  },
  {
    ask: 'the win rate should only look at this quarter',
    shows: /quarter/,
    edits: [
      [
        'pages/Home',
        'const decided = {',
        'const quarter = { closeDate: { $gte: dayKey(new Date(now.getFullYear(), 3 * Math.floor(now.getMonth() / 3), 1)) } };\n  const decided = {',
      ],
      ['pages/Home', "['Won', 'Lost'] }, ...thisYear }", "['Won', 'Lost'] }, ...quarter }"],
      ['pages/Home', "'Of deals decided this year'", "'Of deals decided this quarter'"],
    ],
  },
  {
    ask: 'show the lost deals by month in the reports too',
    shows: /<DataChart.*Lost/,
    edits: [
      [
        'pages/Reports',
        '<div className="grid gap-8 lg:grid-cols-2">',
        '<DataChart entity={Deal} title="Lost by month" by="closeDate" period="month" value="value" filter={{ stage: \'Lost\' }} />\n      <div className="grid gap-8 lg:grid-cols-2">',
      ],
    ],
  },
  {
    ask: 'the table under the charts should be called "Due soon"',
    shows: /title="Due soon"/,
    edits: [['pages/Reports', 'title="Closing next"', 'title="Due soon"']],
  },
  {
    ask: 'add the LinkedIn page to contacts',
    shows: /"\w*linked\w*":/,
    edits: [field(contact, jobTitle, '"linkedIn": { "type": "string", "format": "uri", "title": "LinkedIn" }')],
  },
];

const recipe = 'entities/Recipe.json';
const minutes = '"minutes": { "type": "integer", "title": "Minutes", "minimum": 1 },';
const recipes: readonly Omit<FollowUp, 'app'>[] = [
  {
    ask: 'i dont like the red, use blue',
    shows: /--primary/,
    edits: [
      ['globals.css', 'oklch(0.5 0.15 30)', 'oklch(0.5 0.15 255)'],
      ['globals.css', 'oklch(0.79 0.12 40)', 'oklch(0.79 0.12 255)'],
    ],
  },
  {
    ask: 'The name should be "Oma\'s kitchen"',
    shows: /name=.*Oma.*s kitchen/,
    edits: [['layout', 'name="Recipes"', 'name="Oma\'s kitchen"']],
  },
  {
    ask: 'difficulty: easy, medium or hard',
    shows: /"difficulty":.*enum/,
    edits: [field(recipe, minutes, '"difficulty": { "type": "string", "enum": ["Easy", "Medium", "Hard"] }')],
  },
  {
    ask: 'add the calories of one serving',
    shows: /"\w*calories\w*":.*(number|integer)/,
    edits: [field(recipe, minutes, '"calories": { "type": "integer", "title": "Calories of a serving", "minimum": 0 }')],
  },
  {
    ask: 'where is a recipe from? add a link',
    shows: /"\w*(link|source|from|url)\w*":/,
    edits: [field(recipe, minutes, '"source": { "type": "string", "format": "uri", "title": "Link" }')],
  },
  { ask: 'newest recipes first', shows: /sort="-created/, edits: [['pages/Home', 'sort="title"', 'sort="-createdAt"']] },
  { ask: 'sort by cooking time', shows: /sort="minutes"/, edits: [['pages/Home', 'sort="title"', 'sort="minutes"']] },
  {
    ask: 'i want to filter by tags too',
    shows: /filters=\{\[[^\]]*'tags'/,
    edits: [['pages/Home', "'course', 'isFavourite']", "'course', 'isFavourite', 'tags']"]],
  },
  {
    ask: 'add Drink to the courses',
    shows: /"enum":.*"Drinks?"/,
    edits: [[recipe, '"Dessert", "Baking"', '"Dessert", "Baking", "Drink"']],
  },
  {
    ask: 'the shopping list should be called Groceries',
    shows: /Groceries/,
    edits: [
      ['layout', "label: 'Shopping list'", "label: 'Groceries'"],
      ['pages/Shopping', 'title="Shopping list"', 'title="Groceries"'],
    ],
  },
  {
    ask: 'the headline should say What do we eat today?',
    shows: /What do we eat today/,
    edits: [['pages/Home', 'title="What’s cooking?"', 'title="What do we eat today?"']],
  },
  {
    ask: 'show cooking times above an hour in hours',
    shows: /60/,
    edits: [
      ['components/RecipeFacts', '{minutes} min', "{minutes > 60 ? Math.round(minutes / 6) / 10 : minutes} {minutes > 60 ? 'h' : 'min'}"],
    ],
  },
  {
    ask: 'two servings by default',
    shows: /"servings":.*"default": 2/,
    edits: [[recipe, '"minimum": 1, "default": 4', '"minimum": 1, "default": 2']],
  },
  {
    ask: 'the numbers of the steps should be bigger',
    shows: /text-(base|lg|xl)/,
    edits: [['components/Cooking', 'text-primary text-sm" aria-hidden', 'text-primary text-lg" aria-hidden']],
  },
  { ask: 'keep bought items visible in the shopping list', shows: /<DataChecklist/, edits: [['pages/Shopping', ' hideDone', '']] },
  {
    ask: 'nobody cooks for more than 12, so stop there',
    shows: /12/,
    edits: [['components/Servings', 'aria-label="More servings"', 'aria-label="More servings" disabled={value >= 12}']],
  },
  {
    ask: 'square pictures on the page of a recipe',
    shows: /aspect-square/,
    edits: [['pages/RecipeDetails', 'aspect-[2/1]', 'aspect-square']],
  },
  {
    ask: 'say "people" instead of "servings"',
    shows: /'people'/,
    edits: [['components/Servings', "'serving' : 'servings'", "'person' : 'people'"]],
  },
  {
    ask: 'tags only with an outline',
    shows: /variant="outline"/,
    edits: [['components/RecipeFacts', 'variant="secondary"', 'variant="outline"']],
  },
  { ask: 'no summary on the cards', shows: /fields=\{\[\]\}/, edits: [['pages/Home', "fields={['summary']}", 'fields={[]}']] },
];

const expense = 'entities/Expense.json';
const date = '"date": { "type": "string", "format": "date" },';
const expenses: readonly Omit<FollowUp, 'app'>[] = [
  {
    ask: 'change the color to orange',
    shows: /--primary/,
    edits: [
      ['globals.css', 'oklch(0.45 0.11 165)', 'oklch(0.52 0.14 55)'],
      ['globals.css', 'oklch(0.76 0.13 165)', 'oklch(0.78 0.13 60)'],
    ],
  },
  {
    ask: 'rename the app to Household book',
    shows: /name="Household book"/,
    edits: [['layout', 'name="Expenses"', 'name="Household book"']],
  },
  {
    ask: 'add a column for the shop',
    shows: /"shop":/,
    edits: [
      field(expense, date, '"shop": { "type": "string", "maxLength": 80 }'),
      ['pages/Home', "['title', 'category', 'date', 'amount']", "['title', 'shop', 'category', 'date', 'amount']"],
    ],
  },
  {
    ask: 'who paid: Ana or Ben',
    shows: /"enum": \["Ana", "Ben"\]/,
    edits: [field(expense, date, '"payer": { "type": "string", "title": "Who paid", "enum": ["Ana", "Ben"] }')],
  },
  { ask: 'biggest amounts first', shows: /sort="-amount"/, edits: [['pages/Home', 'sort="-date"', 'sort="-amount"']] },
  {
    ask: 'show how it was paid in the table',
    shows: /columns=.*'paidBy'/,
    edits: [['pages/Home', "'date', 'amount']", "'date', 'paidBy', 'amount']"]],
  },
  { ask: 'we pay in Swiss francs', shows: /"x-currency": "CHF"/, edits: [[expense, '"x-currency": "EUR"', '"x-currency": "CHF"']] },
  {
    ask: 'add the categories Kids and Pets',
    shows: /"enum":.*"Kids", "Pets"/,
    edits: [[expense, '"Health", "Fun"', '"Health", "Kids", "Pets", "Fun"']],
  },
  {
    ask: 'the average should be per month, not per expense',
    shows: /getMonth\(\) \+ 1/,
    edits: [
      [
        'pages/Home',
        "{ label: 'Average', average: 'amount', filter: thisYear }",
        "{ label: 'Average per month', sum: (row) => row.amount / (now.getMonth() + 1), filter: thisYear }",
      ],
    ],
  },
  {
    ask: 'the pie should only have this month',
    shows: /type="pie" filter=\{thisMonth\}/,
    edits: [['pages/Home', 'type="pie" filter={thisYear}', 'type="pie" filter={thisMonth}']],
  },
  {
    ask: 'bars instead of the pie',
    shows: /title="By category" by="category" value="amount" (type="bar" )?filter/,
    edits: [['pages/Home', ' type="pie"', '']],
  },
  { ask: 'put the charts below each other', shows: /"grid gap-8"/, edits: [['pages/Home', '"grid gap-8 lg:grid-cols-2"', '"grid gap-8"']] },
  {
    ask: 'i want to keep a picture of the receipt',
    shows: /"\w*(receipt|picture|photo)\w*":.*image/,
    edits: [field(expense, date, '"receipt": { "type": "string", "format": "image" }')],
  },
  {
    ask: 'mark what is tax deductible',
    shows: /"\w*(tax|deductible)\w*":.*boolean/,
    edits: [field(expense, date, '"isDeductible": { "type": "boolean", "title": "Tax deductible", "default": false }')],
  },
  {
    ask: 'what did i spend in the last seven days? i want to see that at the top',
    shows: /label: '[^']*(7|seven|week)[^']*'/,
    edits: [
      [
        'pages/Home',
        'const thisYear =',
        'const lastWeek = { date: { $gte: dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7)) } };\n  const thisYear =',
      ],
      [
        'pages/Home',
        "{ label: 'This month'",
        "{ label: 'Last 7 days', sum: 'amount', filter: lastWeek },\n          { label: 'This month'",
      ],
    ],
  },
  {
    ask: 'new expenses start in the category Other',
    shows: /"default": "Other"/,
    edits: [[expense, '"default": "Groceries"', '"default": "Other"']],
  },
  {
    ask: 'remind me that the budget of a month is 1500',
    shows: /1,?500/,
    edits: [['pages/Home', 'filter: thisMonth }', "filter: thisMonth, hint: 'Budget: 1,500' }"]],
  },
  {
    ask: 'remove the notes',
    shows: /search=\{\['title'\]\}/,
    edits: [
      [expense, '"default": "Card" },\n    "notes": { "type": "string", "format": "multiline" }', '"default": "Card" }'],
      ['pages/Home', "search={['title', 'notes']}", "search={['title']}"],
    ],
  },
  { ask: '"Eating out" should be "Restaurants"', shows: /"enum":.*"Restaurants"/, edits: [[expense, '"Eating out"', '"Restaurants"']] },
  {
    ask: 'sort by category and call it Budget',
    shows: /sort="category"/,
    edits: [
      ['pages/Home', 'sort="-date"', 'sort="category"'],
      ['layout', 'name="Expenses"', 'name="Budget"'],
    ],
  },
];

const [member, event] = ['entities/Member.json', 'entities/ClubEvent.json'];
const joined = '"joined": { "type": "string", "format": "date" },';
const club: readonly Omit<FollowUp, 'app'>[] = [
  {
    ask: 'our colours are red and white',
    shows: /--primary/,
    edits: [
      ['globals.css', 'oklch(0.43 0.14 255)', 'oklch(0.48 0.18 27)'],
      ['globals.css', 'oklch(0.79 0.11 240)', 'oklch(0.79 0.12 27)'],
    ],
  },
  {
    ask: 'we are the "Hill Tennis Club"',
    shows: /name="Hill Tennis Club"/,
    edits: [['layout', 'name="Rowing club"', 'name="Hill Tennis Club"']],
  },
  {
    ask: 'members need street and city',
    shows: /"\w*street\w*":/,
    edits: [
      field(member, joined, '"street": { "type": "string", "maxLength": 100 }'),
      ['entities/Member.json', '"email": {', '"city": { "type": "string", "maxLength": 80 },\n    "email": {'],
    ],
  },
  {
    ask: 'add an emergency contact to members',
    shows: /"\w*emergency\w*":/,
    edits: [field(member, joined, `"emergencyContact": ${text('Emergency contact')}`)],
  },
  {
    ask: 'phone before email in the table of members',
    shows: /'phone', 'email'/,
    edits: [['pages/Members', "'email', 'phone']", "'phone', 'email']"]],
  },
  { ask: 'sort members by the day they joined', shows: /sort="-?joined"/, edits: [['pages/Members', 'sort="name"', 'sort="joined"']] },
  { ask: 'highest fees first', shows: /sort="-amount"/, edits: [['components/FeeTable', 'sort="-due"', 'sort="-amount"']] },
  { ask: 'events can also be a Trip', shows: /"enum":.*"Trip"/, edits: [[event, '"Meeting", "Party"', '"Meeting", "Party", "Trip"']] },
  {
    ask: 'events need a maximum number of people',
    shows: /"\w*(max|people|number)\w*":.*(number|integer)/,
    edits: [[event, '"place": {', '"maximum": { "type": "integer", "title": "Maximum number of people", "minimum": 1 },\n    "place": {']],
  },
  { ask: 'show ten events on the noticeboard', shows: /limit=\{10\}/, edits: [['pages/Home', 'limit={6}', 'limit={10}']] },
  {
    ask: 'say "News" instead of "Noticeboard"',
    shows: /title="News"|label: 'News'/,
    edits: [
      ['layout', "label: 'Noticeboard'", "label: 'News'"],
      ['pages/Home', '<Page title="Noticeboard"', '<Page title="News"'],
    ],
  },
  {
    ask: 'add a figure for paused members',
    shows: /label: 'Paused'/,
    edits: [
      ['pages/Members', "{ label: 'Youth'", "{ label: 'Paused', count: true, filter: { status: 'Paused' } },\n          { label: 'Youth'"],
    ],
  },
  {
    ask: 'most new members are Youth, make that the default',
    shows: /"default": "Youth"/,
    edits: [[member, '"default": "Adult"', '"default": "Youth"']],
  },
  {
    ask: 'show the kind of the next events',
    shows: /fields=\{\[[^\]]*'kind'/,
    edits: [['pages/Home', "fields={['start', 'place']}", "fields={['kind', 'start', 'place']}"]],
  },
  {
    ask: 'the check boxes of the attendance in one column',
    shows: /<ul className="grid divide-y">/,
    edits: [['components/AttendanceList', 'grid divide-y sm:grid-cols-2 sm:divide-y-0', 'grid divide-y']],
  },
  {
    ask: 'the chart should count members by membership, not by year',
    shows: /<DataChart.*by="kind"/,
    edits: [['pages/Members', 'title="Joined by year" by="joined" period="year"', 'title="By membership" by="kind"']],
  },
  { ask: 'the button should only say Paid', shows: /^\s*Paid\s*$/, edits: [['components/FeeTable', 'Mark as paid', 'Paid']] },
  {
    ask: 'notices need an author',
    shows: /"author":/,
    edits: [['entities/Notice.json', '"isPinned": {', '"author": { "type": "string", "maxLength": 80 },\n    "isPinned": {']],
  },
  {
    ask: 'paint the titles of pinned notices in our colour',
    shows: /isPinned.*'text-primary'/,
    edits: [
      ['components/Noticeboard', 'import { Notice }', "import { cn } from '@/lib/utils';\nimport { Notice }"],
      [
        'components/Noticeboard',
        '<h3 className="min-w-0 flex-1 font-semibold text-base">',
        "<h3 className={cn('min-w-0 flex-1 font-semibold text-base', row.isPinned && 'text-primary')}>",
      ],
    ],
  },
  { ask: 'fees are "Late", not "Overdue"', shows: /'Late'/, edits: [['components/FeeTable', "'Overdue'", "'Late'"]] },
];

const of = (app: string, requests: readonly Omit<FollowUp, 'app'>[]): readonly FollowUp[] => requests.map((one) => ({ app, ...one }));

/** 100 follow-up requests to apps made from templates, each with the change that it asks for. */
export const followUps: readonly FollowUp[] = [
  ...of('todo-board', todo),
  ...of('crm', crm),
  ...of('recipes', recipes),
  ...of('expenses', expenses),
  ...of('club', club),
];
