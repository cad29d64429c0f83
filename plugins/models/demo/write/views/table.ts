import { code, Imports } from '../../code.ts';
import { type Field, firstOf, type Plan, statusField, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** A table on wide screens, cards on narrow ones. */
export function tableView(plan: Plan, table: Table): View {
  const item = itemName(table);
  const rows = listName(table);
  const name = `${table.name}Table`;
  const imports = new Imports()
    .add('@/components/ui/table', 'Table', 'TableBody', 'TableCell', 'TableHead', 'TableHeader', 'TableRow')
    .addDefault('@/components/RowMenu', 'RowMenu');
  const title = read(item, titleField(table));
  const columns = otherFields(table);
  const status = statusField(table);
  const image = firstOf(table, 'image');
  const value = (field: Field) => writeValue(plan, field, read(item, field), imports);
  const number = (field: Field) => (['number', 'money', 'percent'].includes(field.kind) ? ' className="text-right"' : '');
  const cells = columns.map(
    (field) => code`
    <TableCell${field.kind === 'long-text' ? ' className="max-w-64 whitespace-normal text-muted-foreground"' : number(field)}>
      ${cellOf(field, read(item, field), value(field))}
    </TableCell>
  `,
  );
  const onPhone = columns.filter((field) => field !== status && field !== image).map((field) => value(field));
  const content = code`
    ${imports.toString()}

    export default function ${name}({ ${rowProps(plan, table, rows, 'onEdit', 'onDelete')} }) {
      return (
        <>
          <div className="hidden overflow-hidden rounded-2xl border bg-card md:block">
            <Table>
              <TableHeader>
                <TableRow className="bg-muted/40 hover:bg-muted/40">
                  <TableHead className="pl-5">${titleField(table).label}</TableHead>
                  ${columns.map((field) => `<TableHead${number(field)}>${field.label}</TableHead>`)}
                  <TableHead className="w-12">
                    <span className="sr-only">More</span>
                  </TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {${rows}.map((${item}) => (
                  <TableRow key={${item}.id}>
                    <TableCell className="py-3 pl-5 font-medium">
                      <button type="button" className="text-left hover:underline" onClick={() => onEdit(${item})}>
                        {${title}}
                      </button>
                    </TableCell>
                    ${cells}
                    <TableCell className="pr-3 text-right">
                      <RowMenu name={${title}} onEdit={() => onEdit(${item})} onDelete={() => onDelete(${item})} />
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>

          <ul className="grid gap-3 md:hidden">
            {${rows}.map((${item}) => (
              <li key={${item}.id} className="rounded-2xl border bg-card p-4">
                <div className="flex items-start justify-between gap-3">
                  <div className="flex min-w-0 flex-wrap items-center gap-2">
                    ${image && value(image)}
                    <button type="button" className="truncate text-left font-medium" onClick={() => onEdit(${item})}>
                      {${title}}
                    </button>
                    ${status && value(status)}
                  </div>
                  <RowMenu name={${title}} onEdit={() => onEdit(${item})} onDelete={() => onDelete(${item})} />
                </div>
                <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted-foreground">
                  ${onPhone}
                </div>
              </li>
            ))}
          </ul>
        </>
      );
    }
  `;
  return {
    files: [{ path: `components/${name}`, title: `Table of ${table.plural}`, content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-14',
    list: `<${name} ${rows}={visible}${lookups(plan, table)} onEdit={edit} onDelete={drop} />`,
  };
}

/** A column says what a number is, so its cell holds the number alone. */
function cellOf(field: Field, value: string, shown: string): string {
  return field.kind === 'number' ? `<span className="tabular-nums">{${value}}</span>` : shown;
}
