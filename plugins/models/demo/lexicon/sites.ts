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

/** The first match decides. */
export const sites: readonly SiteKind[] = [
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
  }),
  kind(
    /news ?letter|mailing list|e-?mail (list|sign)|sign-?ups?\b(?!.*event)|landing page|collects? (names|e-?mails?|addresses)/,
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
  }),
  kind(
    /event (registration|sign)|regist(er|ration) for|appl(y|ication) for|enrol|sign up for|registration (form|page)|workshop sign|conference (page|site|registration)/,
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
  }),
  kind(
    /book(ing)? (page|form|site|website)|appointment (page|booking)|book (a|an|my|your)/,
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
    },
  ),
  kind(/portfolio|photo gallery|showcase|my work/, ['Portfolio', 'photo', 'Images', 'stone'], {
    kind: 'listing',
    headline: 'Selected work',
    text: 'Pictures from the last years: people, places and the light between them.',
    button: 'See the work',
    points: [],
  }),
  kind(/\bmenu\b/, ['Menu', 'dish', 'UtensilsCrossed', 'rose'], {
    kind: 'listing',
    headline: 'What we are cooking',
    text: 'Fresh every day, from people we know by name.',
    button: 'See the menu',
    points: [],
  }),
  kind(/job board|careers? (page|site)|open positions|vacanc/, ['Open positions', 'job', 'Briefcase', 'blue'], {
    kind: 'listing',
    headline: 'Come and work with us',
    text: 'Good people, real work and time for life besides.',
    button: 'See open positions',
    points: [],
  }),
  kind(/product (catalog|page|list)|catalogue?\b|shop (page|window)|storefront/, ['Catalogue', 'product', 'Package', 'orange'], {
    kind: 'listing',
    headline: 'Made well, made to last',
    text: 'A small range that we stand behind, piece by piece.',
    button: 'Look around',
    points: [],
  }),
  kind(/event (calendar|listing|page)|what'?s on/, ['What’s on', 'event', 'PartyPopper', 'violet'], {
    kind: 'listing',
    headline: 'Something to look forward to',
    text: 'Everything that is coming up, in one place.',
    button: 'See what is on',
    points: [],
  }),
  kind(/adopt(ion)?\b/, ['Find a friend', 'pet', 'PawPrint', 'orange'], {
    kind: 'listing',
    headline: 'Somebody here is waiting for you',
    text: 'Every one of them is healthy, vaccinated and ready for a home.',
    button: 'Meet them',
    points: [],
  }),
  kind(/\bblog\b|magazine|news (page|site)/, ['Journal', 'article', 'Newspaper', 'stone'], {
    kind: 'listing',
    headline: 'Notes along the way',
    text: 'What we make, what we learn and what goes wrong in between.',
    button: 'Read on',
    points: [],
  }),
];
