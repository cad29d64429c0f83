import { code, Imports } from '../../code.ts';
import { type Plan, statusField, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { article, itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Columns by status; cards are dragged, or moved by their menu. */
export function boardView(plan: Plan, table: Table): View | null {
  const status = statusField(table);
  if (!status) return null;
  const item = itemName(table);
  const rows = listName(table);
  const card = `${table.name}Card`;
  const board = `${table.name}Board`;
  const imports = new Imports()
    .add('lucide-react', 'ArrowRight')
    .add('@/components/ui/dropdown-menu', 'DropdownMenuItem')
    .addDefault('@/components/RowMenu', 'RowMenu');
  const title = read(item, titleField(table));
  const others = otherFields(table, status);
  const texts = others.filter((field) => field.kind === 'long-text').map((field) => writeValue(plan, field, read(item, field), imports));
  const lines = others.filter((field) => field.kind !== 'long-text').map((field) => writeValue(plan, field, read(item, field), imports));
  const cardContent = code`
    ${imports.toString()}

    export default function ${card}({ ${rowProps(plan, table, item, 'stages', 'onMove', 'onEdit', 'onDelete')} }) {
      return (
        <article
          draggable
          onDragStart={(event) => event.dataTransfer.setData('text/plain', ${item}.id)}
          className="cursor-grab rounded-xl border bg-card p-3.5 shadow-xs transition-colors hover:border-primary/40 active:cursor-grabbing"
        >
          <div className="flex items-start justify-between gap-2">
            <button type="button" className="pt-1 text-left text-sm leading-snug font-medium hover:underline" onClick={onEdit}>
              {${title}}
            </button>
            <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete}>
              {stages
                .filter((stage) => stage !== ${read(item, status)})
                .map((stage) => (
                  <DropdownMenuItem key={stage} onClick={() => onMove(stage)}>
                    <ArrowRight className="size-4" />
                    {stage}
                  </DropdownMenuItem>
                ))}
            </RowMenu>
          </div>
          <div className="mt-1 text-sm text-muted-foreground empty:hidden">
            ${texts}
          </div>
          <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted-foreground empty:hidden">
            ${lines}
          </div>
        </article>
      );
    }
  `;
  const boardContent = code`
    import { useState } from 'react';
    import ${card} from '@/components/${card}';

    const stages = [${status.options.map((option) => JSON.stringify(option)).join(', ')}];

    export default function ${board}({ ${rowProps(plan, table, rows, 'onMove', 'onEdit', 'onDelete')} }) {
      const [target, setTarget] = useState(null);

      function drop(event, stage) {
        event.preventDefault();
        setTarget(null);
        const ${item} = ${rows}.find((one) => one.id === event.dataTransfer.getData('text/plain'));
        if (${item} && ${read(item, status)} !== stage) onMove(${item}, stage);
      }

      return (
        <div className="-mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:px-0">
          {stages.map((stage, index) => {
            const inStage = ${rows}.filter((${item}) => (${read(item, status)} ?? stages[0]) === stage);
            return (
              <section
                key={stage}
                onDragOver={(event) => {
                  event.preventDefault();
                  setTarget(stage);
                }}
                onDragLeave={() => setTarget(null)}
                onDrop={(event) => drop(event, stage)}
                className={
                  'w-[82vw] max-w-80 shrink-0 snap-center rounded-2xl p-3 transition-colors sm:w-auto sm:min-w-56 sm:max-w-none sm:flex-1 ' +
                  (target === stage ? 'bg-primary/10 ring-2 ring-primary/30' : 'bg-muted/60')
                }
              >
                <h2 className="mb-3 flex items-center gap-2 px-1 text-sm font-medium">
                  <span className="size-2 rounded-full" style={{ background: 'var(--chart-' + ((index % 5) + 1) + ')' }} aria-hidden />
                  {stage}
                  <span className="ml-auto text-muted-foreground tabular-nums">{inStage.length}</span>
                </h2>
                <div className="grid min-h-20 content-start gap-2">
                  {inStage.map((${item}) => (
                    <${card}
                      key={${item}.id}
                      ${item}={${item}}
                      stages={stages}
                      ${lookups(plan, table).trim()}
                      onMove={(to) => onMove(${item}, to)}
                      onEdit={() => onEdit(${item})}
                      onDelete={() => onDelete(${item})}
                    />
                  ))}
                  {inStage.length === 0 && <p className="grid h-20 place-items-center rounded-xl border border-dashed text-xs text-muted-foreground">Drag ${article(table.singular)} ${table.singular} here</p>}
                </div>
              </section>
            );
          })}
        </div>
      );
    }
  `;
  return {
    files: [
      { path: `components/${card}`, title: 'Card on the board', content: cardContent },
      { path: `components/${board}`, title: `Board by ${status.label.toLowerCase()}`, content: boardContent },
    ],
    addImports: (page) => page.addDefault(`@/components/${board}`, board),
    skeleton: 'h-24',
    list: code`
      <${board}
        ${rows}={visible}
        ${lookups(plan, table).trim()}
        onMove={(${item}, ${status.key}) => save({ ${status.key} }, ${item})}
        onEdit={edit}
        onDelete={drop}
      />
    `,
  };
}
