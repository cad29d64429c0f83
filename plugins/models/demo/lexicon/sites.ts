import type { Accent, Site } from '../plan.ts';

/** Public pages: what they are called by, the table behind them and what they say. */
export interface SiteKind {
  readonly words: RegExp;
  readonly name: string;
  /** Singular of `nouns.ts`. */
  readonly table: string;
  readonly icon: string;
  readonly accent: Accent;
  readonly site: Site;
}

const kind = (words: RegExp, [name, table, icon, accent]: readonly [string, string, string, Accent], site: Site): SiteKind => ({
  words,
  name,
  table,
  icon,
  accent,
  site,
});

/** Words by which somebody lets others do something: `let customers book …`, `a page where members can sign up`. */
const wishFor = (verbs: string): RegExp =>
  new RegExp(
    `\\b(?:customers?|clients?|guests?|visitors?|people|parents|members|students|patients|neighbou?rs|fans|users|anyone|everyone|everybody)(?: of [a-z ]{3,20})?(?: to| can| could| may| should| should be able to)? (?:${verbs})\\b`,
  );
const orders = '(?:pre-?)?orders?';
const books = 'book|reserve|request an? appointment|schedule';
const registers = 'register|sign up|apply|enrol';
/** Whether strangers are to leave something, whatever it is. */
export const letsOthers = wishFor(`${orders}|${books}|${registers}|request`);

/** The first match decides. */
export const sites: readonly SiteKind[] = [
  kind(/potluck/, ['Potluck', 'contribution', 'UtensilsCrossed', 'amber'], {
    kind: 'sign-up',
    headline: 'What will you bring?',
    text: 'Add your name and your dish.',
    button: 'Add my dish',
    points: [
      ['Salad', 'Any dish counts', 'Starters, mains, salads and desserts.'],
      ['Users', 'Say how much', 'How many people does it serve?'],
      ['HeartHandshake', 'Bought is fine', 'You do not have to cook.'],
    ],
    steps: [
      ['Add your dish', 'Fill in the form and send it.'],
      ['Bring it along', 'Home-made or bought, both are welcome.'],
    ],
  }),
  kind(wishFor(orders), ['Order ahead', 'preorder', 'ShoppingBag', 'amber'], {
    kind: 'sign-up',
    headline: 'Order ahead',
    text: 'Tell us what you would like and when you want to pick it up.',
    button: 'Send order',
    points: [
      ['ChefHat', 'Choose what you like', 'Write it down in your own words.'],
      ['Clock', 'Say when', 'Tell us when you want to pick it up.'],
      ['Undo2', 'Plans change?', 'Send the form again and tell us.'],
    ],
    steps: [
      ['Order', 'Fill in the form and send it.'],
      ['We see your order', 'It is on our list as soon as you send it.'],
    ],
  }),
  kind(/wait(ing)?[- ]?list|coming soon|early access|launch page|beta (list|sign)/, ['Early access', 'signup', 'Rocket', 'violet'], {
    kind: 'sign-up',
    headline: 'Something new is coming',
    text: 'Leave your email to join the waiting list.',
    button: 'Join the waiting list',
    points: [
      ['Zap', 'Quick to join', 'Fill in the form and send it.'],
      ['BadgeCheck', 'On the list at once', 'Your place is saved when you sign up.'],
      ['MessagesSquare', 'Tell a friend', 'Share this page with anyone who might like it.'],
    ],
    steps: [
      ['Leave your email', 'It takes a few seconds.'],
      ['You are on the list', 'We see your sign-up right away.'],
    ],
  }),
  kind(
    /news ?letter|mailing list|e-?mail (list|sign)|sign-?ups?\b(?!.*event)|collects? (names|e-?mails?|addresses)/,
    ['Newsletter', 'signup', 'Mail', 'indigo'],
    {
      kind: 'sign-up',
      headline: 'Sign up for our newsletter',
      text: 'Leave your email and we add you to the list.',
      button: 'Sign up',
      points: [
        ['Zap', 'Quick to join', 'Fill in the form and send it.'],
        ['Mail', 'All in one place', 'We keep one list, and you are on it.'],
        ['MessagesSquare', 'Tell a friend', 'Share this page with anyone who might like it.'],
      ],
      steps: [
        ['Leave your email', 'It takes a few seconds.'],
        ['You are on the list', 'We see your sign-up right away.'],
      ],
    },
  ),
  kind(/\brsvp\b|wedding (invitation|website|page|site)/, ['You are invited', 'guest', 'HeartHandshake', 'rose'], {
    kind: 'sign-up',
    headline: 'Come and celebrate with us',
    text: 'Tell us whether you can make it, how many of you are coming and what you eat.',
    button: 'Send reply',
    points: [
      ['Users', 'Who is coming', 'Reply for everyone in your party.'],
      ['UtensilsCrossed', 'What you eat', 'Tell us about diets and allergies.'],
      ['Undo2', 'Plans change?', 'Send the form again and tell us.'],
    ],
    steps: [
      ['Reply', 'Fill in the form and send it.'],
      ['You are on our list', 'We see your reply right away.'],
    ],
  }),
  kind(
    new RegExp(
      `event (registration|sign)|regist(er|ration) for|appl(y|ication) for|enrol|sign up for|registration (form|page)|workshop sign|conference (page|site|registration)|${wishFor(registers).source}`,
    ),
    ['Event', 'registration', 'Ticket', 'orange'],
    {
      kind: 'sign-up',
      headline: 'Join the event',
      text: 'Tell us who is coming.',
      button: 'Register',
      points: [
        ['Users', 'Who is coming', 'Register each person who wants to join.'],
        ['Timer', 'Quick to do', 'Fill in the form and send it.'],
        ['Undo2', 'Plans change?', 'Send the form again and tell us.'],
      ],
      steps: [
        ['Register', 'Fill in the form and send it.'],
        ['You are on our list', 'We see your registration right away.'],
      ],
    },
  ),
  kind(/feedback|survey|questionnaire|\bpoll\b|satisfaction/, ['Feedback', 'response', 'ClipboardList', 'teal'], {
    kind: 'sign-up',
    headline: 'How did we do?',
    text: 'Tell us what was good and what we can do better.',
    button: 'Send feedback',
    points: [
      ['Timer', 'Two minutes', 'A few questions, and you are done.'],
      ['ThumbsUp', 'What was good', 'Tell us what to keep.'],
      ['Wrench', 'What to improve', 'Tell us what to change.'],
    ],
    steps: [
      ['Tell us', 'Answer as much as you like.'],
      ['Send it', 'We see your answers right away.'],
    ],
  }),
  kind(/contact( us)? (form|page)|enquir|inquir|get in touch/, ['Get in touch', 'message', 'MessageSquare', 'sky'], {
    kind: 'sign-up',
    headline: 'Get in touch',
    text: 'Tell us what you need and how to reach you.',
    button: 'Send message',
    points: [
      ['MessageSquare', 'In your own words', 'A few lines are enough.'],
      ['User', 'Tell us who you are', 'Leave your name and how to reach you.'],
      ['Timer', 'Quick to do', 'Fill in the form and send it.'],
    ],
    steps: [
      ['Write to us', 'Fill in the form and send it.'],
      ['We have your message', 'We see it right away.'],
    ],
  }),
  kind(
    new RegExp(`book(ing)? (page|form|site|website)|appointment (page|booking)|book (a|an|my|your)|${wishFor(books).source}`),
    ['Book a visit', 'booking', 'CalendarCheck', 'emerald'],
    {
      kind: 'sign-up',
      headline: 'Find a time that suits you',
      text: 'Pick a day and tell us how to reach you.',
      button: 'Request a booking',
      points: [
        ['CalendarCheck', 'Pick a day', 'Tell us when you would like to come.'],
        ['User', 'Leave your details', 'So that we know who you are.'],
        ['Undo2', 'Plans change?', 'Send the form again and tell us.'],
      ],
      steps: [
        ['Ask for a time', 'Fill in the form and send it.'],
        ['We have your request', 'It is a request, not yet a booking.'],
      ],
    },
  ),
  kind(/(?<!stock |crypto |share |investment )portfolio|photo gallery|showcase|my work/, ['Portfolio', 'photo', 'Images', 'stone'], {
    kind: 'listing',
    headline: 'Selected work',
    text: 'A look at what I do.',
    button: 'See the work',
    points: [],
    steps: [],
  }),
  kind(/\bmenu\b/, ['Menu', 'dish', 'UtensilsCrossed', 'rose'], {
    kind: 'listing',
    headline: 'Our menu',
    text: 'Have a look at what we serve.',
    button: 'See the menu',
    points: [],
    steps: [],
  }),
  kind(/job board|careers? (page|site)|open positions|vacanc/, ['Open positions', 'job', 'Briefcase', 'blue'], {
    kind: 'listing',
    headline: 'Come and work with us',
    text: 'These are our open positions.',
    button: 'See open positions',
    points: [],
    steps: [],
  }),
  kind(/\bfaqs?\b|frequently asked|help (center|centre|page)|knowledge base/, ['Questions and answers', 'question', 'CircleHelp', 'sky'], {
    kind: 'listing',
    headline: 'Questions and answers',
    text: 'What people ask us most.',
    button: 'Read the answers',
    points: [],
    steps: [],
  }),
  kind(
    /product (catalog|page|list)|catalog(ue)?\b|shop (page|window)|storefront|\bsell(ing)? .*\bonline\b/,
    ['Catalogue', 'product', 'Package', 'orange'],
    {
      kind: 'listing',
      headline: 'Our products',
      text: 'Have a look at what we offer.',
      button: 'Look around',
      points: [],
      steps: [],
    },
  ),
  kind(/event (calendar|listing|page)|what'?s on/, ['What’s on', 'event', 'PartyPopper', 'violet'], {
    kind: 'listing',
    headline: 'What is on',
    text: 'Everything that is coming up, in one place.',
    button: 'See what is on',
    points: [],
    steps: [],
  }),
  kind(/adopt(ion)?\b/, ['Find a friend', 'pet', 'PawPrint', 'orange'], {
    kind: 'listing',
    headline: 'Find a new friend',
    text: 'Meet the animals that are looking for a home.',
    button: 'Meet them',
    points: [],
    steps: [],
  }),
  kind(/\bblog\b|magazine|news (page|site)|(site|page)\b.*\bnews\b/, ['Journal', 'article', 'Newspaper', 'stone'], {
    kind: 'listing',
    headline: 'Notes along the way',
    text: 'What we make and what we learn.',
    button: 'Read on',
    points: [],
    steps: [],
  }),
  kind(
    /(directory|marketplace|listings?|classifieds) (web ?site|site|page)|directory of|marketplace/,
    ['Directory', 'company', 'Compass', 'teal'],
    {
      kind: 'listing',
      headline: 'Find what you need',
      text: 'Browse everything in one place.',
      button: 'Look around',
      points: [],
      steps: [],
    },
  ),
  kind(
    /\b(order|application|intake|request|referral|complaint|report|volunteer|quote|entry)s? form\b/,
    ['Form', 'message', 'ClipboardList', 'teal'],
    {
      kind: 'sign-up',
      headline: 'Tell us what we need to know',
      text: 'Fill in what you can. It takes two minutes.',
      button: 'Send form',
      points: [
        ['Timer', 'Two minutes', 'Fill in the form and send it.'],
        ['ClipboardList', 'Only what you know', 'Leave out what you do not know.'],
        ['Undo2', 'Forgot something?', 'Send the form again and tell us.'],
      ],
      steps: [
        ['Fill it in', 'Leave out what you do not know.'],
        ['Send it', 'We see it right away.'],
      ],
    },
  ),
];

/** A page that says no more than that it is one. */
export const anySite: SiteKind = kind(
  /\b(web ?site|web ?page|home ?page|one[- ]page(r)?|landing page)\b/,
  ['Welcome', 'message', 'Sparkles', 'indigo'],
  {
    kind: 'sign-up',
    headline: 'Welcome',
    text: 'Tell us what you have in mind and how to reach you.',
    button: 'Get in touch',
    points: [
      ['MessageSquare', 'In your own words', 'A few lines are enough.'],
      ['User', 'Tell us who you are', 'Leave your name and how to reach you.'],
      ['Timer', 'Quick to do', 'Fill in the form and send it.'],
    ],
    steps: [
      ['Write to us', 'Fill in the form and send it.'],
      ['We have your message', 'We see it right away.'],
    ],
  },
);

/** Parts of a page that the owner fills: words that ask for one, and the thing that is shown there (singular of `nouns`). */
export const sections: readonly (readonly [RegExp, string])[] = [
  [/\b(services|treatments|what (?:we|i) (?:do|offer)|prices|pricing|price ?list|packages)\b/, 'service'],
  [/\b(projects|case studies|references|portfolio|my work|our work)\b/, 'work'],
  [/\b(gallery|photos|pictures)\b/, 'photo'],
  [/\bmenu\b/, 'dish'],
  [/\bproducts\b/, 'product'],
  [/\b(class schedule|timetable|classes|courses)\b/, 'class'],
  [/\b(events|calendar|program(?:me)?|dates)\b/, 'event'],
  [/\b(team|staff|about us)\b/, 'profile'],
  [/\b(news|blog|articles)\b/, 'article'],
  [/\b(reviews|testimonials|what (?:customers|clients|people) say)\b/, 'review'],
];
