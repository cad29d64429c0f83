// Fields of a person that the rules of tables read, such as `team` in `{"data.team": "{{user.data.team}}"}`.

/** Lists such fields in a schema, where the rules themselves were converted. */
export const USER_FIELDS = 'x-userFields';

const TEMPLATE = /\{\{([^{}]{1,500})\}\}/g;
/** `user.team` and `current_user.data.team`, after `normal`. */
const READ = /(?:^|[^\w.])(?:current_?)?user\.(?:data\.)*([A-Za-z_][\w-]*)/gi;
/** Texts for people. */
const PROSE = new Set(['description', 'title']);
const RULES = new Set(['rls', 'rules', 'permissions', 'x-accessControl']);
const MAX_DEPTH = 60;

/** The names that rules anywhere in a value read: in templates, in `user_condition`, in conditions on `user.…`, and listed by `USER_FIELDS`. */
export function userFieldsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(value, found, { depth: 0, isRule: false });
  return found;
}

interface Place {
  readonly depth: number;
  /** Within rules, where `title` is the name of a field. */
  readonly isRule: boolean;
}

function collect(value: unknown, found: Set<string>, { depth, isRule }: Place): void {
  if (typeof value === 'string') addTemplates(value, found);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isRule && isProse(key, inner)) continue;
    addKey(key, inner, { found, depth });
    collect(inner, found, { depth: depth + 1, isRule: isRule || RULES.has(key) });
  }
}

function addKey(key: string, inner: unknown, { found, depth }: { readonly found: Set<string>; readonly depth: number }): void {
  addRead(key, found);
  if (key === USER_FIELDS && Array.isArray(inner)) for (const name of inner) addName(name, found);
  if (/^(?:current_?)?user_?condition$/i.test(key)) addConditions(inner, found, depth + 1);
}

const isProse = (key: string, value: unknown): boolean => PROSE.has(key) && typeof value === 'string';

function addTemplates(text: string, found: Set<string>): void {
  for (const [, expression = ''] of text.matchAll(TEMPLATE)) addRead(expression, found);
}

/** Spellings of one path: `user?.data["team"]`, `$user . team`. */
const normal = (expression: string): string =>
  expression
    .replace(/\s+/g, '')
    .replace(/\?\./g, '.')
    .replace(/\.?\[["'`]?([\w-]+)["'`]?\]/g, '.$1');

function addRead(expression: string, found: Set<string>): void {
  for (const [, name] of normal(expression).matchAll(READ)) addName(name, found);
}

function addConditions(value: unknown, found: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) {
    if (Array.isArray(value) || key.startsWith('$')) addConditions(inner, found, depth + 1);
    else if (key === 'data') addConditions(inner, found, depth + 1);
    else addName(key, found);
  }
}

/** Of a path the first name, which holds the others. */
function addName(path: unknown, found: Set<string>): void {
  const [name = ''] = typeof path === 'string' ? path.replace(/^(?:data\.)+/, '').split('.') : [];
  if (name !== '' && name !== 'data') found.add(name);
}
