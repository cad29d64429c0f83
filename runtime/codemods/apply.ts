import { type AppChange, type Changed, type ChangeResult, type Files, Refused } from './changes.ts';
import { addChart } from './chart.ts';
import { Draft } from './draft.ts';
import { addField, renameField } from './fields.ts';
import { addFilter } from './filter.ts';
import { addPage } from './navigation.ts';
import { sortRows } from './order.ts';
import { removeField } from './removal.ts';
import { addTable, setAccess } from './table.ts';
import { addTablePage } from './table-page.ts';
import { renameApp, renamePage } from './texts.ts';
import { setAccent, setTheme } from './theme.ts';

/** Applies changes in sequence. A refused change leaves the files unchanged, and its result has the reason. */
export function applyChanges(files: Files, changes: readonly AppChange[]): Changed {
  let current = files;
  const results: ChangeResult[] = [];
  for (const change of changes) {
    const draft = new Draft(current);
    try {
      apply(draft, change);
      current = draft.finish();
      results.push({ change, ok: true, effects: draft.effects, left: draft.left });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      results.push({ change, ok: false, refusal: error.refusal });
    }
  }
  return { files: Object.fromEntries(Object.entries(current).filter(([path, text]) => files[path] !== text)), results };
}

type Codemods = { readonly [Kind in AppChange['kind']]: (draft: Draft, change: Extract<AppChange, { kind: Kind }>) => void };

const CODEMODS: Codemods = {
  'rename-app': renameApp,
  'rename-page': renamePage,
  'add-table': addTable,
  'add-field': addField,
  'rename-field': renameField,
  'remove-field': removeField,
  'set-accent': setAccent,
  'set-theme': setTheme,
  sort: sortRows,
  'add-filter': addFilter,
  'add-chart': addChart,
  'add-page': addPage,
  'add-table-page': addTablePage,
  'set-permissions': setAccess,
};

function apply(draft: Draft, change: AppChange): void {
  // Each function takes only changes of its own kind, which the compiler cannot infer through a lookup.
  const codemod = CODEMODS[change.kind] as (draft: Draft, change: AppChange) => void;
  codemod(draft, change);
}
