/** How people begin to ask for something, in both languages. */
export const COMMANDS =
  /^(?:also |now |then |and |please |bitte |dann |jetzt |auch )*(?:add|make|sort|order|call|name|rename|remove|delete|send|show|put|change|use|let|create|give|turn|set|filter|hide|connect|fill|füge?|mach|mache|nenne?|entferne|lösche|sortiere?|zeige?|benenne|ändere|schicke?|sende|erstelle)\b/iu;

export const UNDO =
  /\b(?:undo|revert|go back|take (?:it|that) back|better before|as it was|rückgängig|nimm (?:das|es) zurück|zurücknehmen|wie vorher)\b/iu;
export const THANKS =
  /^\s*(?:thanks?|thank you|thx|cheers|great|perfect|cool|super|danke|vielen dank|prima|toll)\b[^a-z]*(?:you|so much|a lot|sehr|schön)?[\s!.]*$/iu;
export const ABILITIES = /\b(?:what (?:else )?can you do|what are you able|help me|who are you|was kannst du|hilfe)\b|^\s*help\W*$/iu;
export const QUESTION = /^\s*(?:why|warum|wieso|weshalb|who (?:are|is)|how (?:do|does|can|come)|is it|are you|you are|du bist)\b/iu;

/** The rest of the match is the new name. */
export const TITLE: readonly RegExp[] = [
  /\b(?:call|name) (?:it|the app|this app|this)(?! (?:page|screen|field|column|table)\b)\s+(.+)$/iu,
  /\brename (?:it|the app|this app|this(?! (?:page|screen|field|column|table)\b)|the title|the name|the heading) (?:to|as|into)?\s*(.+)$/iu,
  /\b(?:title|name|heading|headline|header)(?: of (?:the|this) app)? (?:should|must|shall) (?:be|say|read)\s+(.+)$/iu,
  /\b(?:change|set) (?:the |its )?(?:title|name|heading|headline)(?: of (?:the|this) app)? to\s+(.+)$/iu,
  /\bnenne? (?:es|die app|sie|das)\s+(.+)$/iu,
  /\b(?:titel|name|überschrift) soll(?:te)?\s+(.+?)\s+(?:sein|heißen|lauten)\W*$/iu,
  /\bdie app soll(?:te)?\s+(.+?)\s+heißen\W*$/iu,
];
/** Says that a name is that of a page. */
export const NAMED_PAGE = /\b(?:(?:the|this|die|diese) )?(?:page|screen|seite)\b/iu;
/** Old name, new name. */
export const RENAME: readonly RegExp[] = [
  /\brename (?:the |this )?(.+?) (?:to|into|as)\s+(.+)$/iu,
  /\b(?:the )?([\p{L} -]+?) (?:should|must|shall) be called\s+(.+)$/iu,
  /\bcall (?:the |this )?([\p{L}-]+)\s+(.+?)(?: instead)?$/iu,
  /\bbenenne (?:das |die |den )?(?:feld |spalte )?(.+?) (?:in|zu)\s+(.+?)(?: um)?$/iu,
  /\b(?:das feld |die spalte )?([\p{L} -]+?) soll(?:en)?\s+(.+?)\s+heißen\W*$/iu,
];

export const SORT =
  /\b(?:sort(?:ed|ing|iere?n?|iert)?|order (?:the|by|them|it)|first|at the top|on top|alphabetical(?:ly)?|zuerst|oben|alphabetisch)\b/iu;
export const DESCENDING =
  /\b(?:newest|latest|most recent|biggest|highest|largest|most|descending|best|neueste\w*|größte\w*|höchste\w*|absteigend|meiste\w*)\b/iu;
export const BY_TIME = /\b(?:newest|latest|oldest|most recent|earliest|next|neueste\w*|älteste\w*)\b/iu;
export const BY_NAME = /\balphabetic\w*|alphabetisch/iu;
export const CHART = /\b(?:charts?|graphs?|diagrams?|plot|pie|statistics?|diagramme?|grafik|statistik)\b/iu;
export const FILTER = /\b(?:filter\w*|search\w*|such\w*|durchsuch\w*)\b/iu;
export const SEARCH = /\b(?:search\w*|such\w*|durchsuch\w*)\b/iu;
/** Words around a search or filter that name no field. */
export const CONTROL =
  /^(?:bars?|box|boxes|fields?|functions?|inputs?|buttons?|options?|through|find\w*|quickly|possible|feld|leiste|funktion|möglichkeit|schnell|such\w*|search\w*|filter\w*)$/iu;
export const ROWS =
  /\b(?:(?:example|sample|test|demo|dummy|fake)(?: \w+)?(?:\s+(?:data|rows?|entries|records))?|beispiel\w*|test(?:daten|zeilen))\b/iu;
export const REMOVE =
  /\b(?:remove|delete|(?:don'?t|do not|no longer) need|take out|take away|drop|get rid of|hide|without|entfern\w*|lösch\w*|weg mit|ohne)\b/iu;
export const ADD =
  /\b(?:add|adds|need|needs|want|should have|must have|has|have|note|write down|ask|column|field|record|include|put in|also|füge?|hinzu\w*|brauch\w*|braucht|soll\w*|möchte|noch|ergänz\w*|feld|spalte)\b/iu;
export const PAGE =
  /\b(?:page|tab|section|table|list|seite|tabelle|liste) (?:for|of|with|für|mit|von)\s+(?:the |our |my |all |die |unsere )?(.+)$/iu;
export const PART_OF_APP = /\b(?:pages?|tables?|screens?|tabs?|menu|seiten?|tabellen?|menü)\b/iu;
export const ONLY_PAGE = /\b(?:page|seite) (?:for|of|with|für|mit|von)\b/iu;
export const FORM = /\b(?:form|formular)\b/iu;
export const CALENDAR = /\b(?:calendar|kalender)\b/iu;
export const BOARD = /\b(?:board|kanban)\b/iu;
export const CHECKBOX = /\b(?:check ?box|tick ?box|yes\/no|yes or no|kästchen|ja\/nein)\b/iu;

export const EVERYONE =
  /\b(?:everyone|everybody|anyone|anybody|visitors?|guests?|public(?:ly)?|without (?:logging|login|log)\w*|alle|jeder|besucher|gäste|öffentlich|ohne anmeldung)\b/iu;
export const ONLY_ME = /\b(?:only (?:i|me)|just me|private|nur ich|privat)\b/iu;
export const ONLY_ADMINS = /\b(?:only (?:the )?(?:admins?|administrators?|owner|staff|team)|nur (?:die )?(?:admins?|verwalter))\b/iu;
export const FORBIDDING =
  /\b(?:not|never|no ?one|nobody|none|forbid\w*|deny|denied|prevent\w*|block\w*|stop|except|unless|don'?t|can'?t|cannot|nicht|nie|niemand|keiner?|verbiete\w*|verbieten|außer)\b/iu;
export const READING = /\b(?:see|read|readable|accessible|view|look|open|visible|public(?:ly)?|sehen|lesen|öffentlich|sichtbar|lesbar)\b/iu;
export const WRITING =
  /\b(?:add|write|post|submit|enter|create|edit|change|fill|sign|eintragen|schreiben|hinzufügen|ändern|bearbeiten)\b/iu;

export const DARK = /\b(?:dark(?:er)?|night)\b|\bdunkel\w*|\bdunkl\w*/iu;
export const LIGHT = /\b(?:light|bright) (?:mode|theme|look|background)|\bhell(?:es|er|e)?\b/iu;
export const ROUND = /\bround(?:er|ed)?\b|\brunder\w*|abgerundet\w*/iu;
export const SHARP = /\b(?:sharp|square|angular)(?:er)?\b.{0,12}\bcorners?\b|eckig\w*/iu;

/** What a colour or a look is meant for, unless for a part of the app. */
export const WHOLE_APP =
  /\b(?:it|app|whole|everything|theme|themes|colou?rs?|accents?|buttons?|header|look|mode|design|alles|es|farben?|aussehen|call|name|rename|title|nenne)\b/iu;
/** Hue in degrees (OKLCH), null for grey; in both languages. */
export const COLOURS: Readonly<Record<string, number | null>> = Object.fromEntries(
  'red:25 rot:25 green:150 grün:150 blue:260 blau:260 orange:55 yellow:95 gelb:95 purple:305 violet:295 lila:305 violett:295 pink:350 rosa:350 magenta:340 teal:185 türkis:185 turquoise:190 cyan:205 brown:60 braun:60 gold:88 lime:125 navy:265 indigo:280 grey gray grau black schwarz'
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([name = '', hue]) => [name, hue === undefined ? null : Number(hue)]),
);
/** What stands in front of a colour that is not wanted. */
export const NOT_COLOUR = /(?:don'?t like|do not like|hate|instead of|not|no more|rather than|statt|nicht|kein)\s+(?:the |this |das |)$/iu;

/** Who may do something, or what: such a part of a sentence states rights of its own. */
export const WHO = new RegExp(
  [EVERYONE, ONLY_ME, ONLY_ADMINS, READING, WRITING, /\b(?:only|nur|admins?)\b/].map(({ source }) => source).join('|'),
  'iu',
);

const asking = (...patterns: readonly (RegExp | string)[]): RegExp =>
  new RegExp(patterns.map((pattern) => (typeof pattern === 'string' ? `^(?:${pattern})$` : pattern.source)).join('|'), 'iu');

const NAMING =
  /^(?:rename\w*|names?|named|call\w*|titles?|headings?|headlines?|headers?|apps?|pages?|screens?|fields?|columns?|instead|change\w*|set|everywhere|places?|throughout|nenn\w*|benenn\w*|heiß\w*|um|überschrift\w*|titel|soll\w*|feld|spalte)$/iu;
/** Of any kind of change. */
export const ADDING = /^(?:add\w*|füge|hinzu\w*|zeig\w*|show\w*|bitte|gerne?)$/iu;
/** The words by which people ask for a kind of change, besides the names of what changes. */
export const ASKING: Readonly<Record<string, RegExp>> = {
  'rename-app': NAMING,
  'rename-page': NAMING,
  'rename-field': NAMING,
  'add-table': asking(ADD, CALENDAR, BOARD, FORM, 'sections?|tabs?|tables?|lists?|menu|navigation|entr(?:y|ies)|seiten?|tabellen?|listen?'),
  'add-table-page': asking(ADD, CALENDAR, BOARD, FORM, 'views?|sections?|tabs?|kanban|new|ansicht|formular'),
  'add-field': asking(
    ADD,
    CHECKBOX,
    'fields?|columns?|box|check|tick|numbers?|texts?|dates?|photos?|pictures?|images?|choices?|options?|switch|whether|yes|no|long|takes?|value|guests?|visitors?|people|persons?|users?|felder|spalten|zahl|bild|auswahl',
  ),
  'remove-field': asking(
    REMOVE,
    "take|takes|get|rid|away|drop|fields?|columns?|any|anymore|longer|don't|dont|needed|brauch\\w*|mehr|felder?|spalten?",
  ),
  'set-accent': asking(
    "colou?rs?|colou?red|accents?|buttons?|header|theme|shade|tone|primary|main|don't|dont|hate|prefer|instead|club|fresh|farben?|akzent\\w*|knöpfe",
  ),
  'set-theme': asking(
    DARK,
    LIGHT,
    ROUND,
    SHARP,
    'light|bright|sharp|square|corners?|modes?|themes?|looks?|backgrounds?|design|colou?rs?|buttons?|edges|modus|aussehen|ecken|design',
  ),
  sort: asking(
    SORT,
    DESCENDING,
    BY_TIME,
    BY_NAME,
    'order\\w*|ascending|lowest|smallest|least|fewest|cheapest|oldest|earliest|aufsteigend|niedrigste\\w*|kleinste\\w*|älteste\\w*|rows?|entr(?:y|ies)|top|ones?|reihenfolge|records?|always|start\\w*',
  ),
  'add-chart': asking(
    CHART,
    'bars?|lines?|pies?|columns?|months?|monthly|weeks?|weekly|days?|daily|years?|yearly|time|sums?|totals?|amounts?|numbers?|each|monat\\w*|woche\\w*|tag\\w*|jahr\\w*|over|je',
  ),
  'add-filter': asking(FILTER, CONTROL, 'fields?|only|ones|able|find|quick|easier|let|felder'),
  'set-permissions': asking(
    EVERYONE,
    ONLY_ME,
    ONLY_ADMINS,
    READING,
    WRITING,
    'able|allow\\w*|access\\w*|logg?\\w*|without|users?|people|persons?|admins?|administrators?|owners?|staff|team|rows?|entr(?:y|ies)|data|app|things?|their|signing|account|accounts|dürfen|können|anmeld\\w*|leute|nur|verwalter|zeilen|daten|new|ones|only|me|myself',
  ),
  rows: asking(
    ROWS,
    'füge|hinzu|examples?|samples?|tests?|demos?|dummy|fake|data|rows?|entr(?:y|ies)|records?|fill|daten|zeilen|beispiel\\w*|\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
  ),
};
