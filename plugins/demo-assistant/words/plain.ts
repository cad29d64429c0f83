const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*[,\n]\s*/));

/** Words that say nothing about what an app holds, by language. */
export const FILLERS_OF = {
  en: words(`
a, an, the, my, our, your, his, her, their, its, this, that, these, those, some, any, all, each, every, both, other, another, one, i, we, you, he, she, it, they, me, us, them, who, which, what, where, how, when, whether, if
am, is, are, was, be, been, do, does, did, have, has, had, having, can, could, should, would, will, may, might, must, want, wants, wanted, need, needs, like, let, lets, make, makes, making, build, create, give, get, keep, keeping, track, tracks, tracking, write, writing, written, down, see, seeing, show, showing, put, use, using, used, know, tell, look, looking, manage, managing, manages, organise, organize, handle, record keeping, collect, collects, leave, say, says, think, work, works, working, rent out, run, runs, enter, log, come, comes, save, store stuff
and, or, with, without, for, of, in, on, at, to, from, by, about, into, over, under, between, than, then, as, per, so, but, not, no, yes, also, too, just, only, very, really, please, pls, plz, thanks, maybe, more, most, less, much, many, few, lot, lots, up, out, off, here, there, now, again, out there, etc, clone, style, like, kind, sort, read, reading, called, named, version, alternative, similar, type
app, apps, application for, tool for, system, software, website, web site, checklist, homepage, internetseite, site, page, pages, webpage, program, platform, solution, tracker, manager, management, planner, organizer, organiser, list, lists, table of, database, overview, dashboard, collection, plan, schedule, log, book of, form, simple, small, little, easy, nice, good, new, own, online, digital, quick, basic, big, personal, private, whole, thing, things, stuff, something, everything, weeks, week, month, months, day by day, home, house, sent, worked, out, idea of, box, register, village
`),
  de: words(`
der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, mein, meine, meinen, meinem, meiner, unser, unsere, unseren, unserem, unserer, ihr, ihre, sein, seine, dein, deine, ich, wir, du, er, sie, es, mir, uns, mich, man, alle, alles, jede, jeder, jedes, einige, wer, was, wie, wo, welche
bin, ist, sind, war, habe, haben, hat, kann, können, soll, sollen, sollte, möchte, möchten, will, wollen, brauche, brauchen, braucht, hätte, gern, gerne, machen, mach, mache, erstelle, erstellen, baue, bauen, verwalten, verwaltung, führen, schreiben, behalten, sehen, zeigen, bitte, danke, vermiete, im, blick, unter
und, oder, mit, ohne, für, fürs, von, vom, in, im, an, am, auf, zu, zum, zur, bei, beim, aus, über, nach, pro, als, auch, nur, sehr, noch, dann, nicht, kein, keine, so, aber, einfach, einfache, kleine, kleinen, kleiner, neue, neuen, eigene, online
app, Anwendung, Programm, Seite, Webseite, Liste, Übersicht, Verwaltung, Planer, System, Tabelle, Datenbank, Sammlung, Plan, Tool, tagebuch
`),
};
export const FILLERS: ReadonlySet<string> = new Set([...FILLERS_OF.en, ...FILLERS_OF.de]);

/** Whose app it is, or where it is used: understood, and no table of it. */
export const SETTINGS = words(`
wife, husband, family, mother, father, mom, dad, mum, grandma, grandpa, grandmother, kids, children, friends, friend, partner, mother-in-law, roommate, roommates, flatmates, neighbour, neighbours, neighborhood
business, company, shop, store, office, agency, startup, start-up, firm, brand, restaurant, pizzeria, cafe, café, bakery, bar, hotel, salon, studio, practice, clinic, hospital, school, university, kindergarten, church, choir, club, band, gym, farm, warehouse, workshop, garage, department, it, village, town, city, community, association, shelter, animal shelter, holiday home, bike shop, music school, vet practice, tennis club, football team, car workshop, tool library, library, book club, freelancer, plumber, photographer, electrician, insurance, physio, hair salon, hair, dog grooming, grooming, camping, summer, christmas, wedding, company car, coffee, travel, tennis, football, music, hair, bench press, improves, quickly, visitors, guests, students, employees, rate, summer party, construction, small insurance, vet, medical, law, tax, beauty, nail, yoga, dance, art, sports, sport, real estate
wg, grundschule, kita, klasse, büro, firma, laden, geschäft, restaurant, café, bäckerei, schule, musikschule, verein, praxis, studio, nagelstudio, friseur, friseursalon, handwerksbetrieb, betrieb, werkstatt, hof, kirche, chor, familie, frau, mann, kinder, freunde, mutter, vater, oma, opa, mitarbeitern, mitarbeiter, ferienwohnung, hochzeit, sommerfest, agentur, kanzlei, hotel, bücherei, bibliothek
`);

const patterns = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** What this assistant does not build, as people ask for it ; how the answer names it, English ; German. */
export const LEFT_OUT: readonly (readonly [RegExp, string, string])[] = patterns(String.raw`
\b(?:stripe|check-?out|credit ?cards?|pay(?:ing|s)?(?: online| by card| with \w+)?|by card|paypal|card payments?|online payments?)\b|kreditkarte|\bzahlen\b|online.?zahlung|bezahlvorgang ; payment by card or checkout ; Bezahlen mit Karte
\b(?:sms|text messages?|whatsapp|push|remind(?:s|ers?|ed)?|notifications?|notify|notifies|alerts?|alarm)\b|erinnerung(?:en)?|benachrichtig\w* ; reminders by SMS or other messages ; Erinnerungen und Benachrichtigungen
\b(?:send(?:s|ing)?\b[^.]{0,20}\be-?mails?|e-?mail (?:them|every|all)|newsletters? to|mail merge)\b|e-?mails? (?:senden|schicken|verschicken) ; sending email ; E-Mails verschicken
\b(?:google|outlook|ical|excel|salesforce|slack|dropbox|quickbooks|sap|datev|zapier|facebook login)\b ; connections to other services ; Verbindungen zu anderen Diensten
\b(?:gps|maps?|live location|navigation|route planning)\b|landkarte|routenplan\w* ; maps and locations ; Karten und Standorte
\b(?:shopping )?carts?\b|warenkorb ; a shopping cart ; einen Warenkorb
\b(?:bar ?codes?|qr ?codes?|scann?(?:ing|er)?)\b|barcode ; scanning codes ; Codes scannen
\b(?:iphone|ios|android|app ?store|play ?store|native app|desktop app|smart ?watch)\b ; apps for app stores ; Apps für App-Stores
\b(?:video ?calls?|live ?stream\w*|streaming|voice|phone system)\b ; video and calls ; Video und Anrufe
\b(?:ai|artificial intelligence|gpt|machine learning|chat ?bot|predict\w*|recommendations?)\b|\bki\b ; artificial intelligence ; künstliche Intelligenz
\b(?:import(?:s|ing)? (?:my|from)|sync(?:s|ing|hroni[sz]\w*)?)\b|\b(?:importier|synchronisier)\w* ; importing and syncing ; Import und Abgleich
\b(?:every (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|day|week|month|morning)|automatically)\b|automatisch|jeden (?:montag|tag|monat) ; anything that runs by itself on a schedule ; was von selbst zu einer Zeit geschieht
\b(?:bigger|larger|smaller) (?:text|font|letters|buttons)|\b(?:be|look|make .{0,40}) (?:bigger|larger|smaller|bolder|bold)\s*[.!]?$|\bfonts?\b|\blogo\b|\bbackground (?:image|picture)|schrift(?:art|größe)\b|größere schrift|\bhintergrundbild ; fonts, text sizes, logos and backgrounds ; Schriften, Schriftgrößen, Logos und Hintergründe
\b(?:log ?in|sign in) with\b|\bpasswords?\b|\b(?:translat\w+|multi.?lingual|in two languages)\b|übersetz\w*|mehrsprachig ; other ways to log in, and translations ; andere Anmeldungen und Übersetzungen
`).map((line) => {
  const [pattern = '', english = '', german = ''] = line.split(' ; ');
  return [new RegExp(pattern, 'iu'), english, german];
});

/** Requests for what no list of rows comes near to. Recognised by their core; nothing is built. */
export const BEYOND: readonly RegExp[] = patterns(String.raw`
\b(?:uber|lyft|facebook|instagram|tiktok|twitter|snapchat|tinder|airbnb|netflix|spotify|youtube|amazon|ebay|whatsapp|google|chatgpt|linkedin|reddit|paypal)\b(?! (?:calendar|login))
\b(?:hack\w*|spy\w*|steal\w*|stolen|crack|phish\w*|malware|virus|ddos|weapons?|bombs?|drugs dealer)\b|ausspionier\w*|knack\w*
\b(?:(?<!board |card |video )games?|candy crush|minecraft|tetris|shooter|quake|puzzle)\b(?! (?:collection|night|results?|scores?))
\b(?:bitcoin|crypto\w*|trading|stock market|casino|gambl\w*|bets?|betting|get rich|makes? me rich)\b
\b(?:self.?driving|operating system|browser|compiler|search engine|3d|virtual reality|robot|drone)\b
\b(?:system prompt|ignore (?:all |your |previous )?(?:rules|instructions)|jailbreak|source code of)\b
`).map((pattern) => new RegExp(pattern, 'iu'));

/** German words of requests → English words, for templates and settings. */
export const TRANSLATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  `aufgabenliste todo, aufgaben tasks, to-do-liste todo, todoliste todo, ausgaben expenses, haushaltsbuch expenses, ausgabenverwaltung expenses, kundenverwaltung crm, kundenkartei crm, kundendatenbank crm,
  terminbuchung bookings, buchungen bookings, buchungssystem bookings, terminplaner bookings, terminvereinbarung bookings, rechnungen invoices, rechnung invoices, rechnungsprogramm invoices, lagerbestand inventory, lager inventory, lagerverwaltung inventory, inventar inventory, bestand inventory,
  rezeptsammlung recipes, rezepte recipes, rezept recipes, kochbuch recipes, trainingstagebuch workout, trainingsplan workout, fitness workout, übungen exercises, sätzen sets, sätze sets, wiederholungen reps, gewicht weight,
  einladung invitation, hochzeit wedding, zusagen rsvp, zusage rsvp, umfrage survey, fragebogen survey, kundenbefragung survey, abstimmung poll, abstimmen poll, support helpdesk, kundensupport helpdesk, störungen tickets, portfolio portfolio, landingpage landing, warteliste waitlist, blog blog, kommentare comments, kommentaren comments,
  vereinsverwaltung club, verein club, vereine club, mitgliederverwaltung club, zutaten ingredients, drucken print, mindestmenge minimum `
    .split(/,\s*/)
    .map((pair) => {
      const [from = '', to = ''] = pair.trim().split(' ');
      return [from, to];
    }),
);
