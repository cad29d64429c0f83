/** A request of two or three clauses to a template, what the answer reports as done, and what it names as not done. */
export interface ClausesCase {
  readonly app: string;
  readonly ask: string;
  /** Sentences, in part. */
  readonly done?: readonly string[];
  readonly named?: readonly string[];
  /** What no file holds afterwards, and no sentence claims. */
  readonly never?: readonly RegExp[];
}

/** `app: request => done; done | named; named`. */
const CASES = `
expenses: rename category to type and sort by it => "Category" is now called "Type"; sorted by "Type" |
expenses: add the shop and sort by it => new field "Shop"; sorted by "Shop" |
expenses: add shop, sort by shop => new field "Shop"; sorted by "Shop" |
expenses: add a receipt photo and make the amount required => new field "Photo" | make the amount required
expenses: sort by date and remove the note field => sorted by "Date"; field "Notes" of "Expenses" is gone |
expenses: make it blue and add a logo at the top => now blue | logos
expenses: delete the note and the shop and the time => field "Notes" of "Expenses" is gone | the shop; the time
expenses: dark mode and bigger letters => new look: dark | text sizes
expenses: rename the app to Spendings and change the icon => now called "Spendings" | change the icon
expenses: add a field tip and default it to 5 => new field "Tip" | default it to 5
expenses: add a field tip and calculate the total with tip => new field "Tip" | calculate the total with tip
expenses: add 10 example expenses and delete the old ones => 10 example rows | old ones
expenses: remove the category and the chart => field "Category" of "Expenses" is gone | chart
expenses: make the amount red and the date bold => Nothing was changed |
expenses: sort by amount descending and group by category => sorted by "Amount", highest first | group by category
expenses: filter by category and remember the last filter => it is so already | remember the last filter
expenses: add a page for incomes and link it in the menu => new table "Incomes" | link it in the menu
expenses: add incomes and connect them to expenses => new table "Incomes" | connect them to expenses
expenses: send me an email every week and add a chart => new chart | sending email
expenses: add a vat number and print invoices => new field "Number" | vat; print invoices
expenses: hide the notes and enlarge the amounts => field "Notes" of "Expenses" is gone | enlarge the amounts
expenses: sort by amount, highest first, and highlight everything above 100 => sorted by "Amount", highest first | highlight everything above 100
expenses: rename amount to cost and show it in dollars => "Amount" is now called "Cost" | show it in dollars
expenses: add a budget field and warn me when I exceed it => new field "Budget" | warn me when I exceed it
expenses: make it dark and let me switch back => new look: dark | let me switch back
expenses: call it Purse and put a picture behind the title => now called "Purse" | put a picture behind the title
expenses: add a chart per month and another chart per category => "Amount by Date"; "Amount by Category" |
expenses: remove the notes, the category and the shop => field "Notes" of "Expenses" is gone; field "Category" of "Expenses" is gone | the shop
expenses: only admins may edit, everyone may read => admins of the app may add and change rows; everyone may see rows |
expenses: add a location and show it on a map => new field "Location" | maps
expenses: add a field for the tax and sum up the tax => new field "Tax" | sum up the tax
expenses: delete the amount column and every row of last year => field "Amount" of "Expenses" is gone | every row of last year
expenses: add example data, 20 rows, with realistic shops => 20 example rows | with realistic shops
expenses: use a serif font and green buttons => now green | fonts
crm: add birthday to contacts and remind me on it => "Contacts" has the new field "Birthday" | reminders
crm: sort deals by value and companies by name => "Deals" is sorted by "Value" | it is so already
crm: rename companies to clients and contacts to people => "Companies" is now called "Clients"; "Contacts" is now called "People" |
crm: remove the phone and email from contacts => field "Phone" of "Contacts" is gone; field "Email" of "Contacts" is gone |
crm: add a website to companies and an address to contacts => "Contacts" has the new field "Address" | add a website to companies
crm: make deals visible to everyone and contacts only for admins => "Deals": everyone may see rows | contacts only for admins
crm: add a filter for deals by stage and a search for companies => "Deals" can be filtered by "Stage" | it is so already
crm: delete the deals table and the companies table => Nothing was changed |
crm: delete the companies page and its table => Nothing was changed |
crm: add priority: low, medium or high to deals and sort by it => new field "Priority"; sorted by "Priority" |
crm: merge contacts and companies, then add a chart of deals => new chart "Deals by Stage" | merge contacts
crm: move the menu to the left and make it green => now green | move the menu to the left
crm: remove phone from contacts but keep it in companies => field "Phone" of "Contacts" is gone | keep it in companies
crm: add a birthday to contacts and a founding date to companies => "Contacts" has the new field "Birthday" | a founding date to companies
crm: show a pie chart of deals by stage and export it as pdf => new chart "Deals by Stage" | export it as pdf
recipes: make it pink and rename it to Yummy => now pink; now called "Yummy" |
recipes: rename it to Yummy and make it pink => now called "Yummy"; now pink |
recipes: remove servings and round the corners => rounder corners | I did not remove "Servings"
recipes: add allergens and translate everything to Spanish => new field "Allergies" | translations
recipes: add 3 recipes and a photo for each => new field "Photo" | add 3 recipes
recipes: put the photo on the left and the title in bold => Nothing was changed |
todo: add a due time and send reminders => new field "Time" | reminders
todo: sort by priority and put done ones at the bottom => sorted by "Priority" | put done ones at the bottom
todo: add an estimate in hours and sum it up => new field "Hours" | estimate; sum it up
todo: make done tasks grey and cross them out => Nothing was changed |
todo: delete all tasks and start fresh => Nothing was changed |
todo: add recurring tasks and a dark theme => new look: dark | add recurring tasks
todo: allow visitors to read and forbid them to write => everyone may see rows | forbid them to write
todo: let guests add tasks and approve them before they show => may add and change rows | approve them before they show
todo: add a color to each task and paint the row with it => new field "Color" | paint the row with it
todo: make it purple, rename it to Chores and add a points field => now purple; now called "Chores"; new field "Points" |
todo: make it purple, spin the logo and add a points field => now purple; new field "Points" | logos
todo: remove the priority or rename it to urgency => Nothing was changed |
todo: duplicate the list page, then make it blue => now blue | duplicate the list page
todo: undo that and make it blue => | make it blue
inventory: füge ein Feld Regal hinzu, das Pflicht ist => neue Feld „Regal“ | das Pflicht ist
inventory: mach es grün und die Schrift größer => jetzt grün | die Schrift größer
inventory: füge ein Diagramm hinzu und drucke es jede Woche => neues Diagramm | drucke es jede Woche
recipes: füge eine Bewertung hinzu und sortiere danach => neue Feld „Bewertung“; nach „Bewertung“ sortiert |
recipes: mach die App blau und drucke Rezepte schöner => jetzt blau | drucke Rezepte schöner
todo: add assignee and a filter for it => new field "Assigned to"; can be filtered by "Assigned to" |
todo: rename priority to urgency, and make urgent ones red => "Priority" is now called "Urgency" | make urgent ones red
todo: change the title to Work and the subtitle to Plan => now called "Work" | the subtitle to Plan
todo: add a search, a chart and a calendar => can be filtered by "Title"; new chart | a calendar
todo: sort by priority, then by date => sorted by "Priority" | by date
todo: delete priority and undo it => | delete priority
todo: use #ff0000 and rounded corners => now #ff0000; rounder corners |
crm: add birthday and hobby to contacts => "Contacts" has the new field "Birthday" | hobby to contacts
crm: delete contacts without email and merge duplicates => Nothing was changed |
crm: let everyone see companies and only admins see deals => "Companies": everyone may see rows; "Deals": admins of the app may see rows |
crm: add 5 sample contacts and 3 sample deals => "Contacts" gets 5 example rows; "Deals" gets 3 example rows |
inventory: füge ein Foto hinzu, und zeige es groß => neue Feld „Foto“ | zeige es groß
inventory: sortiere nach Menge, höchste zuerst, und färbe leere rot => absteigend | färbe leere rot
`;

const list = (text: string) =>
  text
    .split('; ')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const clausesCases: readonly ClausesCase[] = CASES.trim()
  .split('\n')
  .map((line) => {
    const [, app = '', ask = '', done = '', named = ''] = /^(\w+): (.+) => ?(.*?)\|(.*)$/u.exec(line) ?? [];
    return { app, ask, done: list(done), named: list(named) };
  });
