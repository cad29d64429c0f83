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
    text: 'Everybody brings something, and there is enough for all. Put down what yours is.',
    button: 'Put it down',
    points: [
      ['Salad', 'Something of everything', 'Starters, mains and sweet things.'],
      ['Users', 'Enough for all', 'Say how many it serves.'],
      ['HeartHandshake', 'Nobody cooks alone', 'A bag of bread counts as well.'],
    ],
    steps: [
      ['Put it down', 'Your name, and what you bring.'],
      ['Cook it', 'Or buy it: nobody will ask.'],
      ['Come hungry', 'The rest is already there.'],
    ],
  }),
  kind(wishFor(orders), ['Order ahead', 'preorder', 'ShoppingBag', 'amber'], {
    kind: 'sign-up',
    headline: 'Order today, pick it up fresh',
    text: 'Tell us what you would like and when. We make it for you, and it waits at the counter.',
    button: 'Send the order',
    points: [
      ['ChefHat', 'Made for you', 'On the day that you pick it up.'],
      ['Clock', 'No queue', 'It waits with your name on it.'],
      ['Undo2', 'Plans change', 'Call us until the day before.'],
    ],
    steps: [
      ['Order', 'What you would like, and for when.'],
      ['We confirm', 'You hear from us the same day.'],
      ['Pick it up', 'And pay at the counter.'],
    ],
  }),
  kind(/wait(ing)?[- ]?list|coming soon|early access|launch page|beta (list|sign)/, ['Early access', 'signup', 'Rocket', 'violet'], {
    kind: 'sign-up',
    headline: 'Something good is on its way',
    text: 'Leave your e-mail and be among the first to try it. One message when it opens, nothing else.',
    button: 'Join the waiting list',
    points: [
      ['Zap', 'First in line', 'You get in before anybody else does.'],
      ['BadgePercent', 'A thank-you price', 'Early people pay less, for as long as they stay.'],
      ['MessagesSquare', 'A say in it', 'Tell us what you need while it still takes shape.'],
    ],
    steps: [
      ['Leave your e-mail', 'Ten seconds, and nothing to install.'],
      ['We finish it', 'You hear from us when there is something to see, and not before.'],
      ['You go first', 'An invitation lands in your inbox before it opens to everybody.'],
    ],
  }),
  kind(
    /news ?letter|mailing list|e-?mail (list|sign)|sign-?ups?\b(?!.*event)|collects? (names|e-?mails?|addresses)/,
    ['Newsletter', 'signup', 'Mail', 'indigo'],
    {
      kind: 'sign-up',
      headline: 'One good letter a week',
      text: 'Ideas worth your time, picked by hand and short enough for one cup of coffee.',
      button: 'Sign up',
      points: [
        ['Coffee', 'Five minutes', 'Short enough to read to the end, every time.'],
        ['Sparkles', 'Picked by hand', 'No filler and no recycled headlines.'],
        ['ShieldCheck', 'Yours to leave', 'No spam, and one click to unsubscribe.'],
      ],
      steps: [
        ['Leave your e-mail', 'Nothing else is asked for.'],
        ['Say yes once', 'A short letter makes sure that it is really you.'],
        ['Read at leisure', 'The next issue finds you by itself.'],
      ],
    },
  ),
  kind(/\brsvp\b|wedding (invitation|website|page|site)/, ['You are invited', 'guest', 'HeartHandshake', 'rose'], {
    kind: 'sign-up',
    headline: 'Come and celebrate with us',
    text: 'Tell us whether you can make it, how many you are and what you like to eat.',
    button: 'Send your reply',
    points: [
      ['MapPin', 'The place', 'Somewhere lovely: directions follow with our next note.'],
      ['Clock', 'The time', 'From the afternoon until nobody dances any more.'],
      ['UtensilsCrossed', 'The food', 'Something for everyone; tell us what you do not eat.'],
    ],
    steps: [
      ['Send your reply', 'For everybody who comes with you.'],
      ['Mark the day', 'Directions and times follow by e-mail.'],
      ['Come as you are', 'We look forward to every one of you.'],
    ],
  }),
  kind(
    new RegExp(
      `event (registration|sign)|regist(er|ration) for|appl(y|ication) for|enrol|sign up for|registration (form|page)|workshop sign|conference (page|site|registration)|${wishFor(registers).source}`,
    ),
    ['Event', 'registration', 'Ticket', 'orange'],
    {
      kind: 'sign-up',
      headline: 'Save your seat',
      text: 'Places are few and the evening is long. Tell us who is coming.',
      button: 'Register',
      points: [
        ['Mic', 'Good people', 'Speakers who do what they talk about.'],
        ['Users', 'Small rooms', 'Few enough to meet everybody.'],
        ['PartyPopper', 'A long evening', 'Stay for food, music and conversation.'],
      ],
      steps: [
        ['Register', 'A name and an e-mail keep your seat.'],
        ['Get your ticket', 'It comes by e-mail, with all that you need to know.'],
        ['Be there', 'Doors open an hour before the start.'],
      ],
    },
  ),
  kind(/feedback|survey|questionnaire|\bpoll\b|satisfaction/, ['Feedback', 'response', 'ClipboardList', 'teal'], {
    kind: 'sign-up',
    headline: 'How did we do?',
    text: 'Two minutes of honesty help us more than anything. Every answer is read.',
    button: 'Send feedback',
    points: [
      ['Timer', 'Two minutes', 'A few questions, and you are done.'],
      ['Eye', 'Always read', 'By a person, not by a filter.'],
      ['Wrench', 'Put to use', 'What comes up often is what we change first.'],
    ],
    steps: [
      ['Tell us', 'Only what you want to tell.'],
      ['We read it', 'Every answer, the same week.'],
      ['You see it', 'What we change, and what we learnt.'],
    ],
  }),
  kind(/contact( us)? (form|page)|enquir|inquir|get in touch/, ['Get in touch', 'message', 'MessageSquare', 'sky'], {
    kind: 'sign-up',
    headline: 'Tell us what you need',
    text: 'Write a few lines and you hear back within a day, from a person.',
    button: 'Send message',
    points: [
      ['Clock', 'Within a day', 'Mostly sooner, never later.'],
      ['User', 'A real person', 'Somebody who can actually help.'],
      ['ShieldCheck', 'In confidence', 'What you write stays between us.'],
    ],
    steps: [
      ['Write to us', 'A few lines are enough to begin.'],
      ['We call or write back', 'Within a day, with questions or with an answer.'],
      ['We begin', 'With a plan and a price that you know.'],
    ],
  }),
  kind(
    new RegExp(`book(ing)? (page|form|site|website)|appointment (page|booking)|book (a|an|my|your)|${wishFor(books).source}`),
    ['Book a visit', 'booking', 'CalendarCheck', 'emerald'],
    {
      kind: 'sign-up',
      headline: 'Find a time that suits you',
      text: 'Pick a day, leave your details, and the place is yours as soon as we confirm.',
      button: 'Request a booking',
      points: [
        ['CalendarCheck', 'Any day', 'Mornings, evenings and weekends.'],
        ['Bell', 'Confirmed fast', 'You hear from us the same day.'],
        ['Undo2', 'Plans change', 'Move or cancel until the day before.'],
      ],
      steps: [
        ['Pick a day', 'And a time, if you have one in mind.'],
        ['We confirm', 'You hear from us the same day.'],
        ['Come by', 'Everything is ready when you are.'],
      ],
    },
  ),
  kind(/(?<!stock |crypto |share |investment )portfolio|photo gallery|showcase|my work/, ['Portfolio', 'photo', 'Images', 'stone'], {
    kind: 'listing',
    headline: 'Selected work',
    text: 'Pictures from the last years: people, places and the light between them.',
    button: 'See the work',
    points: [],
    steps: [],
  }),
  kind(/\bmenu\b/, ['Menu', 'dish', 'UtensilsCrossed', 'rose'], {
    kind: 'listing',
    headline: 'What we are cooking',
    text: 'Fresh every day, from people we know by name.',
    button: 'See the menu',
    points: [],
    steps: [],
  }),
  kind(/job board|careers? (page|site)|open positions|vacanc/, ['Open positions', 'job', 'Briefcase', 'blue'], {
    kind: 'listing',
    headline: 'Come and work with us',
    text: 'Good people, real work and time for life besides.',
    button: 'See open positions',
    points: [],
    steps: [],
  }),
  kind(/\bfaqs?\b|frequently asked|help (center|centre|page)|knowledge base/, ['Questions and answers', 'question', 'CircleHelp', 'sky'], {
    kind: 'listing',
    headline: 'Good questions, short answers',
    text: 'What people ask us most. Something missing? Ask, and it is here tomorrow.',
    button: 'Read the answers',
    points: [],
    steps: [],
  }),
  kind(
    /product (catalog|page|list)|catalog(ue)?\b|shop (page|window)|storefront|\bsell(ing)? .*\bonline\b/,
    ['Catalogue', 'product', 'Package', 'orange'],
    {
      kind: 'listing',
      headline: 'Made well, made to last',
      text: 'A small range that we stand behind, piece by piece.',
      button: 'Look around',
      points: [],
      steps: [],
    },
  ),
  kind(/event (calendar|listing|page)|what'?s on/, ['What’s on', 'event', 'PartyPopper', 'violet'], {
    kind: 'listing',
    headline: 'Something to look forward to',
    text: 'Everything that is coming up, in one place.',
    button: 'See what is on',
    points: [],
    steps: [],
  }),
  kind(/adopt(ion)?\b/, ['Find a friend', 'pet', 'PawPrint', 'orange'], {
    kind: 'listing',
    headline: 'Somebody here is waiting for you',
    text: 'Every one of them is healthy, vaccinated and ready for a home.',
    button: 'Meet them',
    points: [],
    steps: [],
  }),
  kind(/\bblog\b|magazine|news (page|site)|(site|page)\b.*\bnews\b/, ['Journal', 'article', 'Newspaper', 'stone'], {
    kind: 'listing',
    headline: 'Notes along the way',
    text: 'What we make, what we learn and what goes wrong in between.',
    button: 'Read on',
    points: [],
    steps: [],
  }),
  kind(
    /(directory|marketplace|listings?|classifieds) (web ?site|site|page)|directory of|marketplace/,
    ['Directory', 'company', 'Compass', 'teal'],
    {
      kind: 'listing',
      headline: 'Find what is near you',
      text: 'Looked at one by one, and kept up to date.',
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
      text: 'Fill in what you can. It takes two minutes, and a person reads it.',
      button: 'Send it in',
      points: [
        ['Timer', 'Two minutes', 'Only what we really need.'],
        ['Eye', 'Read by a person', 'Nothing ends in a black hole.'],
        ['ShieldCheck', 'In good hands', 'Only we see what you send.'],
      ],
      steps: [
        ['Fill it in', 'What you do not know may stay empty.'],
        ['We look at it', 'And ask when something is missing.'],
        ['You hear from us', 'By e-mail or by phone, as you like.'],
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
    headline: 'Good work, done with care',
    text: 'Tell us what you have in mind. You hear back within a day, from a person.',
    button: 'Get in touch',
    points: [
      ['BadgeCheck', 'Done properly', 'We stand behind what we make.'],
      ['Clock', 'On time', 'You know when we come, and we come.'],
      ['Handshake', 'A fair price', 'Agreed before we start, and kept.'],
    ],
    steps: [
      ['Tell us what you need', 'A few lines are enough to begin.'],
      ['We answer', 'Within a day, with questions or with an offer.'],
      ['We begin', 'When you are happy with the plan, not before.'],
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
