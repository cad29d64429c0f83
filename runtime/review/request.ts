import type { ThingKind } from './outcome.ts';

/** What a request may call a thing that is gone. */
export interface Asked {
  readonly kind: ThingKind;
  /** Its name and its label, where it has one. */
  readonly names: readonly string[];
}

/** English, then German. */
const REMOVALS =
  /^(?:remov|delet|drop|discard|eliminat|hid|without|replac|swap|renam|mov|merg|combin|substitut|instead|eras|rid|scrap|omit|lose|entfern|lösch|losch|streich|versteck|ausblend|blend|ohne|ersetz|austausch|tausch|umbenenn|umbenann|benenn|verschieb|zusammenf|statt|stattdess|weg|raus|heraus|weglass|wegnehm|entfall|verzicht|strich)/u;
const EXCHANGES = /^(?:replac|swap|substitut|renam|mov|merg|combin|ersetz|austausch|tausch|umbenenn|benenn|verschieb)/u;
/** After these, a request to exchange names what it wants instead. */
const REPLACEMENTS = /^(?:with|by|mit|durch|into|to|gegen|zu|in)$/;
const WITHOUT = /^(?:without|ohne)$/;
const NEGATIONS = /^(?:not|don|dont|never|without|doesn|shouldn|mustn|nicht|kein|keine|keinen|nie|ohne)$/;
const CLAUSES =
  /[.!?;\n]+|\b(?:but|aber|sondern|jedoch|and then|then|dann)\b|\b(?:and|und)\b(?=\s+(?:also\s+|auch\s+)?(?:add|make|show|put|change|create|use|keep|leave|set|give|build|let|turn|color|style|füge?|mach|zeig|setz|änder|erstell|behalt|lass|bau|gib|nutz|verwend))/giu;
const ALL = /^(?:all|every|any|both|alle|allen|jede|jeden|jedes|beide|sämtliche)$/;
const EVERYTHING =
  /\b(?:start(?:ing)? (?:over|again|from scratch)|from scratch|(?:remove|delete|replace|rewrite|rebuild|drop) (?:everything|the (?:whole|entire) app)|undo|revert|alles (?:löschen|entfernen|ersetzen|neu)|(?:lösche|entferne|ersetze) alles|von vorne?|rückgängig|neu anfangen)\b/iu;

/** What people call things of a kind. */
const NOUNS: Readonly<Record<ThingKind, RegExp>> = {
  page: /^(?:page|screen|view|tab|seite|ansicht|reiter)/u,
  component: /^(?:component|part|section|card|komponent|teil|abschnitt|karte)/u,
  service: /^(?:service|function|dienst|funktion)/u,
  table: /^(?:table|data|tabell|daten)/u,
  field: /^(?:field|column|propert|feld|spalte)/u,
  export: /^(?:export|function|component|funktion|komponent)/u,
  link: /^(?:link|menu|navigation|nav|verweis|menü)/u,
  handler: /^(?:button|form|action|knopf|knöpf|schaltfläch|taste|formular|aktion)/u,
  input: /^(?:field|input|column|box|feld|eingab|spalte)/u,
  view: /^(?:list|table|view|board|chart|calendar|liste|tabell|ansicht|diagramm|kalender)/u,
  call: /^(?:call|aufruf)/u,
};

/** Methods of tables as people say them. */
const METHODS: Readonly<Record<string, RegExp>> = {
  create: /^(?:add|creat|new|hinzu|anleg|neu)/u,
  update: /^(?:edit|updat|chang|bearbeit|änder)/u,
  delete: /^(?:delet|remov|lösch|entfern)/u,
  list: /^(?:list|show|liste|anzeig)/u,
};

const MAX_REQUEST = 10_000;

/** Whether a request asks to remove or to replace this. When in doubt it does not: a warning too many is better than one too few. */
export function isAskedFor(request: string, thing: Asked): boolean {
  const text = request.slice(0, MAX_REQUEST);
  return EVERYTHING.test(text) || text.split(CLAUSES).some((clause) => asksInClause(clause, thing));
}

function asksInClause(clause: string, thing: Asked): boolean {
  const tokens = wordsOf(clause);
  return tokens.some((token, index) => REMOVALS.test(token) && !isNegated(tokens, index) && isNamed(objectOf(tokens, index), thing));
}

function isNegated(tokens: readonly string[], verb: number): boolean {
  if (WITHOUT.test(tokens[verb] ?? '')) return tokens.slice(verb + 1).some((token, index, all) => isActing(token, all[index - 1]));
  return tokens.slice(0, verb).some((token) => NEGATIONS.test(token)) || tokens[verb + 1] === 'nicht' || tokens.at(-1) === 'nicht';
}

/** "without removing", "ohne … zu entfernen". */
function isActing(token: string, before: string | undefined): boolean {
  return token === 'losing' || (REMOVALS.test(token) && (token.endsWith('ing') || before === 'zu'));
}

/** The words that a verb of removal is about. The verb itself is none of them: "make the Delete button red" removes nothing. */
function objectOf(tokens: readonly string[], verb: number): string[] {
  const [before, after] = [tokens.slice(0, verb), tokens.slice(verb + 1)];
  const end = EXCHANGES.test(tokens[verb] ?? '') ? after.findIndex((token) => REPLACEMENTS.test(token)) : -1;
  const object = end < 0 ? after : after.slice(0, end);
  return WITHOUT.test(tokens[verb] ?? '') ? object : [...before, ...object];
}

function isNamed(object: readonly string[], { kind, names }: Asked): boolean {
  const noun = object.some((word) => NOUNS[kind].test(word));
  if (noun && object.some((word) => ALL.test(word))) return true;
  const stems = new Set(object.map(stem));
  return names.some((name) => {
    const [, table = '', method = ''] = kind === 'call' ? (/^(\w+)\.(\w+)$/.exec(name) ?? []) : [];
    if (table !== '') return allIn(wordsOf(table), stems) && object.some((word) => METHODS[method]?.test(word));
    const words = wordsOf(name);
    return words.length > 0 && (allIn(words, stems) || (noun && words.some((word) => word.length > 2 && stems.has(stem(word)))));
  });
}

function allIn(words: readonly string[], stems: ReadonlySet<string>): boolean {
  return words.every((word) => stems.has(stem(word)));
}

/** Words in lower case; `dueDate` has two. */
function wordsOf(text: string): string[] {
  return (text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Without the endings of English and German plurals and cases. */
function stem(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ies|es|s|en|er|n|e|y)$/u, '');
}
