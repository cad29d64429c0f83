import { type AppModel, type AppPage, fieldsIn, tablesIn } from '../follow-ups/app.ts';
import { capitalized, pascal } from '../language/text.ts';
import * as words from '../words/follow-ups.ts';
import { type ClauseContext, type Intent, noField, unquoted } from './intent.ts';

export function readTitle(clause: string, { app, appName }: ClauseContext): Intent | null {
  for (const pattern of words.TITLE) {
    const to = pattern.exec(clause)?.[1];
    if (to !== undefined && unquoted(to) !== '')
      return { changes: [{ kind: 'rename-app', from: app.shownName ?? appName, to: unquoted(to) }] };
  }
  return null;
}

export function readRename(clause: string, { app }: ClauseContext): Intent | null {
  for (const pattern of words.RENAME) {
    const [, from = '', name = ''] = pattern.exec(clause) ?? [];
    const to = capitalized(unquoted(name));
    if (from !== '' && to !== '') return renamed(clause, { from, to, app });
  }
  return null;
}

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly app: AppModel;
}

function renamed(clause: string, { from, to, app }: Renaming): Intent {
  const [table] = tablesIn(from, app);
  const [found] = fieldsIn(from, app.tables);
  // Customers are the table rather than a reference to one of them.
  const isTable = table !== undefined && !/\b(?:field|column|feld|spalte)\b/iu.test(clause);
  if (found !== undefined && !(isTable && found.field.schema['x-reference'] !== undefined))
    return { changes: [{ kind: 'rename-field', table: found.table.name, field: found.field.key, to }] };
  const isPage = words.NAMED_PAGE.test(from);
  const named = isPage ? from.replace(words.NAMED_PAGE, ' ').trim() : from;
  if (named === '') return renamedOnly(app.pages, to);
  const names = [named, ...(table === undefined ? [] : [table.label, pascal(table.label)])].map((one) => one.toLowerCase());
  const page = app.pages.find((one) => [one.name, one.heading].some((known) => names.includes(known.toLowerCase())));
  if (page !== undefined) return { changes: [{ kind: 'rename-page', page: page.name, to }] };
  return isPage ? { changes: [], missing: ['no-page', {}] } : noField(unquoted(from));
}

/** "The page" is the only one; of several, the builder says which. */
function renamedOnly(pages: readonly AppPage[], to: string): Intent {
  const [page, ...others] = pages;
  if (page !== undefined && others.length === 0) return { changes: [{ kind: 'rename-page', page: page.name, to }] };
  const headings = pages.map(({ heading }) => heading).join(', ');
  return { changes: [], missing: page === undefined ? ['no-page', {}] : ['which-page', { pages: headings }] };
}
