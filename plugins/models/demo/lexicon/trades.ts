import type { Accent } from '../plan.ts';

/** A line of work, or a part of life: how its app is called, looks and what it keeps when the request does not say. */
export interface Trade {
  /** Words that give it away. */
  readonly words: RegExp;
  readonly name: string;
  /** Singulars of `nouns.ts`, in the order of the navigation. */
  readonly tables: readonly string[];
  readonly icon: string;
  readonly accent: Accent;
  /** Heading of the first screen. */
  readonly tagline: string;
  /** Kept by one person for themselves; otherwise it is a business whose records only its owner sees. */
  readonly personal?: true;
  /** Things whose name means something else here: a vocabulary `trainer` is nobody. Singular. */
  readonly homonyms: readonly string[];
}

const trade = (
  words: RegExp,
  name: string,
  tables: string,
  look: readonly [icon: string, accent: Accent, tagline: string],
  personal?: true,
  homonyms: readonly string[] = [],
): Trade => ({
  words,
  name,
  tables: tables.split(', '),
  icon: look[0],
  accent: look[1],
  tagline: look[2],
  homonyms,
  ...(personal ? { personal } : {}),
});

/** The first match decides, so special ones stand before general ones. */
export const trades: readonly Trade[] = [
  trade(/insurance/, 'Insurance desk', 'client, policy, claim', ['ShieldCheck', 'blue', 'Every policy, every claim']),
  trade(/\btattoo|piercing/, 'Tattoo studio', 'client, appointment, artist', ['Brush', 'stone', 'Every chair, every sitting']),
  trade(/nursing home|care home|elderly|assisted living/, 'Care home', 'resident, medication, visit', [
    'Armchair',
    'teal',
    'Every resident, every visit',
  ]),
  trade(/\b(fitness|life|business|personal) coach|personal train|\bcoaching\b/, 'Coaching', 'client, appointment, workout plan', [
    'Medal',
    'orange',
    'Every client, one step further',
  ]),
  trade(
    /beekeep|\bbees?\b|\bhives?\b|apiar/,
    'Bee yard',
    'hive, inspection, harvest',
    ['Hexagon', 'amber', 'What your bees are up to'],
    true,
  ),
  trade(/\bfarm(?!er'?s market)|livestock|ranch/, 'Farm', 'livestock, field, harvest, feed', [
    'Tractor',
    'emerald',
    'Animals, fields and what they give',
  ]),
  trade(/\bband\b|orchestra|\bchoir\b/, 'Band', 'gig, song, setlist', ['Guitar', 'violet', 'Gigs, songs and who plays what']),
  trade(
    /invest|crypto|stock portfolio|shares|dividend|trading/,
    'Investments',
    'investment',
    ['TrendingUp', 'emerald', 'What your money is doing'],
    true,
    ['photo', 'portfolio'],
  ),
  trade(/water intake|drink(ing)? (more |enough )?water|hydrat/, 'Water', 'drink', ['GlassWater', 'sky', 'One glass at a time'], true),
  trade(
    /where (did|have) i (put|leave|left)|my stuff|home inventory|household items/,
    'Where is it?',
    'belonging',
    ['Archive', 'amber', 'Everything in its place'],
    true,
  ),
  trade(
    /car maintenance|vehicle maintenance|oil change/,
    'Car log',
    'service record',
    ['Wrench', 'sky', 'Every service, every mile'],
    true,
  ),
  trade(/parcel|\bpackages\b|deliver(y|ies)/, 'Parcels', 'parcel, delivery', ['PackageCheck', 'sky', 'What is on its way']),
  trade(/photograph|photo studio/, 'Photo studio', 'client, shoot, invoice', ['Camera', 'amber', 'Every shoot, from first call to paid']),
  trade(/real[- ]?estate|realtor|estate agen|property manag|letting/, 'Estate desk', 'property, client, viewing', [
    'House',
    'emerald',
    'Homes, viewings and the people looking',
  ]),
  trade(/landlord|tenant|rental propert/, 'Rent book', 'property, tenant, bill', ['KeyRound', 'teal', 'Your homes and who lives in them']),
  trade(/\bgym\b|fitness (studio|club|center|centre)|crossfit/, 'Gym desk', 'member, class, trainer', [
    'Dumbbell',
    'orange',
    'Members, classes and trainers in one place',
  ]),
  trade(/yoga|pilates|dance (studio|school)/, 'Studio classes', 'class, booking, trainer', [
    'Flower2',
    'violet',
    'Classes, members and bookings',
  ]),
  trade(/\bvet(erinar\w*)?\b|animal (clinic|shelter)|pet (clinic|hotel|sit\w*|groom\w*)/, 'Pet practice', 'owner, pet, appointment', [
    'PawPrint',
    'orange',
    'Every animal and its people',
  ]),
  trade(/dentist|dental/, 'Dental practice', 'patient, appointment, doctor', ['Stethoscope', 'sky', 'Patients and appointments']),
  trade(/clinic|doctor|medical|physio|therap|patient|hospital|doctor'?s practice/, 'Clinic', 'patient, appointment, doctor', [
    'HeartPulse',
    'teal',
    'Your patients and your day',
  ]),
  trade(/salon|barber|hairdress|beauty|nail|\bspa\b/, 'Salon', 'client, appointment, service', [
    'Scissors',
    'rose',
    'Clients and appointments',
  ]),
  trade(/restaurant|bistro|caf[eé]|table book/, 'Restaurant', 'reservation, dish, employee', [
    'UtensilsCrossed',
    'rose',
    'Tonight, table by table',
  ]),
  trade(/hotel|guest ?house|b&b|bed and breakfast|hostel|airbnb/, 'Guest house', 'room, booking, guest', [
    'BedDouble',
    'indigo',
    'Rooms, guests and arrivals',
  ]),
  trade(/bakery|baker|cake shop/, 'Bakery', 'order, product, client', ['Croissant', 'amber', 'What to bake, and for whom']),
  trade(/florist|flower shop/, 'Flower shop', 'order, product, client', ['Flower', 'rose', 'Orders in full bloom']),
  trade(/school|classroom|university|kindergarten/, 'School', 'student, teacher, class, grade', [
    'GraduationCap',
    'blue',
    'Students, classes and grades',
  ]),
  trade(/tutor/, 'Tutoring', 'student, class, invoice', ['PencilRuler', 'indigo', 'Lessons, students and what is owed']),
  trade(/online course|course platform|e-?learning/, 'Course shelf', 'course, student, teacher', [
    'LibraryBig',
    'violet',
    'Courses and who is taking them',
  ]),
  trade(/(tool|toy|seed|gear|equipment|thing)s? library|library of things/, 'Library of things', 'tool, loan', [
    'Wrench',
    'emerald',
    'Who has what, and until when',
  ]),
  trade(
    /ping ?pong|table tennis|table football|foosball|\bdarts\b|billiards/,
    'Leaderboard',
    'player, match',
    ['Trophy', 'orange', 'Who plays best?'],
    undefined,
    ['game'],
  ),
  trade(/library|lending/, 'Library', 'book, member, loan', ['LibraryBig', 'stone', 'Who has which book']),
  trade(/day ?care|nursery|child ?care|kita\b|childmind|babysit/, 'Daycare', 'child, parent, attendance', [
    'Baby',
    'amber',
    'Children, parents and days',
  ]),
  trade(/(equipment|gear|camera|tool) (rental|hire|loan|lending|pool)/, 'Gear room', 'gear, booking, client', [
    'Camera',
    'stone',
    'What is out, and when it is back',
  ]),
  trade(/law ?firm|lawyer|attorney|legal/, 'Law office', 'client, case, appointment, invoice', [
    'Scale',
    'stone',
    'Cases, hearings and clients',
  ]),
  trade(/accountant|bookkeep/, 'Bookkeeping', 'client, invoice, expense', ['Calculator', 'emerald', 'In, out and still open']),
  trade(
    /construction|builder|contractor|carpent|plumb|electrician|renovat|handyman|roof/,
    'Site book',
    'client, project, quote, employee',
    ['HardHat', 'amber', 'Sites, quotes and the crew'],
  ),
  trade(/garage|mechanic|auto repair|car repair|workshop for cars/, 'Garage', 'client, vehicle, repair', [
    'Wrench',
    'orange',
    'What is on the lift today',
  ]),
  trade(/car rental|rent-?a-?car|fleet/, 'Fleet', 'vehicle, client, booking', ['Car', 'sky', 'Every vehicle, every key']),
  trade(/clean(ing|er)s? (company|business|service)|housekeep/, 'Cleaning rounds', 'client, appointment, employee', [
    'Sparkles',
    'teal',
    'Who cleans where, and when',
  ]),
  trade(/garden|landscap|lawn/, 'Garden rounds', 'client, project, quote', ['Sprout', 'emerald', 'Gardens in your care']),
  trade(/wedding/, 'Wedding plan', 'guest, task, expense, supplier', ['HeartHandshake', 'rose', 'Your day at a glance'], true),
  trade(/event (plan|manag|agency|compan)|conference/, 'Event desk', 'event, guest, supplier, task', [
    'PartyPopper',
    'violet',
    'Everything for your events',
  ]),
  trade(/recruit|hiring|applicant|\bats\b|talent/, 'Hiring', 'job, candidate', ['UserSearch', 'indigo', 'From application to first day']),
  trade(/human resources|\bhr\b|staff manag|employee manag/, 'Team desk', 'employee, shift, task', [
    'IdCard',
    'blue',
    'Your people and their week',
  ]),
  trade(/help ?desk|support (desk|ticket|team)|customer support/, 'Help desk', 'ticket, client', [
    'LifeBuoy',
    'sky',
    'Every ticket in one place',
  ]),
  trade(/grocer|shopping list/, 'Shopping list', 'item', ['ShoppingBasket', 'emerald', 'Everything in one list'], true),
  trade(/e-?commerce|online (shop|store)|web ?shop|\bshop\b|\bstore\b|retail/, 'Shop desk', 'product, order, client', [
    'Store',
    'orange',
    'Orders out, shelves full',
  ]),
  trade(/inventory|warehouse|stock(room| manag| control)/, 'Stockroom', 'stock item, supplier', [
    'Boxes',
    'amber',
    'What is on the shelf, and what runs out',
  ]),
  trade(/volunteer|food ?bank|soup kitchen/, 'Volunteers', 'volunteer, shift, event', [
    'HandHelping',
    'rose',
    'Many hands, and where they are needed',
  ]),
  trade(/charit|non-?profit|\bngo\b|donor|donation|fundrais/, 'Giving', 'donation, campaign, volunteer', [
    'HandHeart',
    'rose',
    'Every gift counts',
  ]),
  trade(/church|parish|congregation/, 'Parish', 'member, event, volunteer', ['Church', 'indigo', 'People, services and helping hands']),
  trade(
    /(football|soccer|hockey|volleyball|rugby|cricket|handball|basketball|baseball|sports?)( club| team| league)?|league/,
    'Club',
    'team, player, match',
    ['Trophy', 'emerald', 'Fixtures, players and results'],
  ),
  trade(
    /(tennis|rowing|sailing|golf|swim\w*|climbing|chess|running|cycling|bridge|social|riding) club|(?<!book )\bclub\b/,
    'Club',
    'member, event, booking',
    ['Trophy', 'emerald', 'Members, dates and who is coming'],
  ),
  trade(/agency|freelanc|consult/, 'Client work', 'client, project, timesheet, invoice', [
    'BriefcaseBusiness',
    'indigo',
    'Projects, hours and what is owed',
  ]),
  trade(/marketing/, 'Marketing desk', 'campaign, post, lead', ['Megaphone', 'violet', 'What goes out, and what comes back']),
  trade(/content (calendar|plan)|social media/, 'Content calendar', 'post', ['CalendarDays', 'violet', 'What goes out next']),
  trade(/\bcrm\b|sales (pipeline|team|tracker)|pipeline/, 'Sales desk', 'contact, company, deal', [
    'Handshake',
    'blue',
    'Relationships that go somewhere',
  ]),
  trade(/project manag|team (task|work)|sprint|scrum|agile|projects? and tasks?/, 'Project board', 'project, task', [
    'FolderKanban',
    'indigo',
    'What the team is working on',
  ]),
  trade(/bug|issue track/, 'Bug board', 'bug', ['Bug', 'rose', 'Found, fixed, closed']),
  trade(/roadmap|feature request/, 'Roadmap', 'feature', ['Lightbulb', 'violet', 'What we build next']),
  trade(/invoic/, 'Invoices', 'invoice, client', ['FileText', 'emerald', 'Sent, paid, and still to come']),
  trade(/habit|routine/, 'Habit tracker', 'habit', ['Flame', 'emerald', 'Small steps, every day'], true),
  trade(
    /\bto-?do\b|to do list|task (list|board|manager|tracker|app)|kanban/,
    'Tasks',
    'task',
    ['ListTodo', 'indigo', 'What matters next'],
    true,
  ),
  trade(/recipe|cookbook/, 'Recipe book', 'recipe', ['ChefHat', 'orange', 'What are we cooking?'], true),
  trade(
    /calorie|nutrition|meal (log|track)|food (diary|log|track)/,
    'Meal log',
    'meal',
    ['Salad', 'emerald', 'What you ate, at a glance'],
    true,
  ),
  trade(/meal plan/, 'Meal planner', 'recipe, item', ['Salad', 'emerald', 'A week of good dinners'], true),
  trade(/workout|exercise|training (log|diary)|fitness/, 'Workout log', 'workout', ['Dumbbell', 'orange', 'Stronger than last week'], true),
  trade(/running|jogging|cycling|hiking/, 'Run log', 'run', ['Footprints', 'sky', 'Every kilometre counts'], true),
  trade(
    /expense|spending|budget|\bi spend\b|i spent\b|spend money/,
    'Expenses',
    'expense',
    ['Wallet', 'teal', 'Where your money goes'],
    true,
  ),
  trade(
    /\bowes? (me|us|you)|(lent|lend|borrow\w*) money|\bdebts?\b|\bious?\b/,
    'Who owes what',
    'debt',
    ['HandCoins', 'emerald', 'Even at last'],
    true,
    ['loan', 'friend', 'money'],
  ),
  trade(
    /personal finance|finances|money/,
    'Money',
    'transaction, subscription, goal',
    ['PiggyBank', 'emerald', 'In, out and left over'],
    true,
  ),
  trade(
    /\breading\b|book (list|club|tracker|collection|shelf)|books? (i|we)|bookshelf/,
    'Bookshelf',
    'book',
    ['BookOpen', 'amber', 'Read, reading and next'],
    true,
  ),
  trade(
    /movie|films?\b(?! (studio|crew|equipment|school))|watch ?list|tv show/,
    'Watchlist',
    'movie',
    ['Clapperboard', 'rose', 'What to watch tonight'],
    true,
  ),
  trade(/video game|games? (collection|backlog)/, 'Game shelf', 'game', ['Gamepad2', 'violet', 'Your backlog, tamed'], true),
  trade(/packing list/, 'Packing list', 'packing item', ['Luggage', 'sky', 'Ready to go'], true),
  trade(/\bquiz|trivia/, 'Quiz', 'quiz question', ['CircleHelp', 'violet', 'How much do you know?'], true),
  trade(/vocabular|flash ?cards?|spaced repetition/, 'Flashcards', 'flashcard', ['Layers', 'violet', 'A few every day'], true, [
    'trainer',
    'word',
    'vocabulary',
  ]),
  trade(/(medication|medicine|pill|supplement)s?\b/, 'Medication', 'medication', ['Pill', 'sky', 'Taken on time'], true),
  trade(
    /(favou?rite|inspiring|inspirational) quotes?|quotes? (collection|book)|collect\w* quotes/,
    'Quote book',
    'saying',
    ['Quote', 'stone', 'Words worth keeping'],
    true,
    ['quote'],
  ),
  trade(/(baby|newborn|infant)\b/, 'Baby log', 'feeding', ['Milk', 'rose', 'Small meals, big sleep'], true),
  trade(
    /(vacation|holiday|leave|time[- ]off|pto|absence)s? (request|approval|tracker|planner)|request \w* ?(vacation|holiday|leave|time[- ]off|pto)/,
    'Time off',
    'leave request, employee',
    ['CalendarDays', 'sky', 'Who is away, and when'],
  ),
  trade(/travel|trip|vacation|holiday/, 'Trips', 'trip, packing item', ['Plane', 'sky', 'Where to next?'], true),
  trade(/journal|diary|gratitude/, 'Journal', 'journal entry', ['BookHeart', 'rose', 'How was today?'], true),
  trade(/notes?\b (app|taking)|notebook/, 'Notes', 'note', ['NotebookPen', 'amber', 'Thoughts worth keeping'], true),
  trade(/job (search|hunt|application)|applications? tracker/, 'Job search', 'application', ['Briefcase', 'blue', 'One step closer'], true),
  trade(/plant|houseplant/, 'Plant care', 'plant', ['Sprout', 'emerald', 'Who is thirsty today?'], true),
  trade(/\bpets?\b/, 'Pets', 'pet', ['PawPrint', 'orange', 'Everyone with paws'], true),
  trade(/study|homework|exam/, 'Study plan', 'homework, grade', ['PencilRuler', 'blue', 'Handed in on time'], true),
  trade(/goals?\b|resolution/, 'Goals', 'goal', ['Target', 'violet', 'Where you are heading'], true),
  trade(/subscriptions? (track|manag)/, 'Subscriptions', 'subscription', ['Repeat', 'violet', 'What renews, and when'], true),
];
