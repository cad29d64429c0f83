import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { blockEntries } from '../scripts/components.ts';

const COMPONENTS: Readonly<Record<string, string>> = {
  board: 'DataBoard',
  calendar: 'DataCalendar',
  cards: 'DataCards',
  chart: 'DataChart',
  checklist: 'DataChecklist',
  collection: 'CollectionFrame useCollection',
  data: 'useAccess useRow useRows formatValue formatMoney formatDate formatTime parseDate dayKey rowTitle fieldOf allOf notify',
  detail: 'DataDetail FieldList',
  editor: 'useEditor',
  fields: 'FieldControl FieldInput FieldValue NativeSelect OptionBadge ReferenceLabel Stars',
  figures: 'DataFigures',
  'filter-bar': 'FilterBar',
  form: 'DataForm',
  list: 'DataList',
  page: 'Page Section',
  shell: 'AppShell',
  'sign-up': 'SignUpForm',
  states: 'EmptyState ErrorState NoAccess RowStates RowsSkeleton',
  table: 'DataTable',
};
const entries = await blockEntries();

describe('the blocks', () => {
  it.each(Object.entries(COMPONENTS))('%s exports the documented names', async (name, names) => {
    const exported: object = await import(entries[`@/components/blocks/${name}`]?.file ?? '');
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('exports no undocumented module', () => {
    expect(
      Object.keys(entries)
        .map((specifier) => specifier.slice('@/components/blocks/'.length))
        .sort(),
    ).toEqual(Object.keys(COMPONENTS).sort());
  });

  it('documents each module in the README', async () => {
    const page = await readFile(new URL('./README.md', import.meta.url), 'utf8');
    for (const name of Object.keys(COMPONENTS)) expect(page).toContain(`\`${name}\``);
  });
});
