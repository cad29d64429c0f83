import { ArrowLeftIcon, PencilIcon, SearchXIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import {
  type Access,
  type BaseRow,
  capitalize,
  type Entity,
  type FieldName,
  nounsOf,
  type Rows,
  rowTitle,
  selectFields,
  titleField,
  useRow,
} from './data.ts';
import { type EditorOptions, useEditor } from './editor.tsx';
import { FieldList } from './fields.tsx';
import { EmptyState, ErrorState, NoAccess } from './states.tsx';

export { FieldList };

export interface DataDetailProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  /** Id of the row, such as `new URLSearchParams(useLocation().search).get('id')`. */
  readonly id: string | null | undefined;
  /** Fields in order; default all but the title. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Address of the page to go back to, such as `createPageUrl('Home')`. */
  readonly back?: string | undefined;
  /** Content beside the title, before the edit button. */
  readonly actions?: ((row: R) => ReactNode) | undefined;
  readonly renderField?: Readonly<Partial<Record<FieldName<R>, (row: R) => ReactNode>>> | undefined;
  readonly form?: EditorOptions<R> | undefined;
  readonly canEdit?: boolean | undefined;
  /** Content below the fields, such as a list of the row's comments. */
  readonly children?: ((row: R) => ReactNode) | undefined;
  readonly className?: string | undefined;
}

/** One row with all its fields and an edit button. */
export function DataDetail<R extends BaseRow>(props: DataDetailProps<R>) {
  const { entity, id, back, className } = props;
  const rows = useRow(entity, id);
  const { row } = rows;
  return (
    <article className={cn('grid gap-6', className)}>
      {back ? <BackLink to={back}>{capitalize(nounsOf(entity).many)}</BackLink> : null}
      {row === undefined || rows.status !== 'ready' ? (
        <RowMissing entity={entity} rows={rows} />
      ) : (
        <RowShown {...props} row={row} access={rows.access} />
      )}
    </article>
  );
}

/** What there is in place of the row. */
function RowMissing<R extends BaseRow>({ entity, rows }: { entity: Entity<R>; rows: Rows<R> }) {
  const { one, many } = nounsOf(entity);
  return (
    <>
      {/* A page has a heading without its row, too. */}
      <h1 className="sr-only">{capitalize(one)}</h1>
      {rows.status === 'loading' ? <DetailSkeleton /> : null}
      {rows.status === 'denied' ? <NoAccess many={many} isVisitor={rows.access.isVisitor} /> : null}
      {rows.status === 'error' ? <ErrorState title={`This ${one} could not be loaded`} error={rows.error} onRetry={rows.retry} /> : null}
      {rows.status === 'ready' ? (
        <EmptyState icon={SearchXIcon} title={`This ${one} is not there`} description="It may have been deleted." />
      ) : null}
    </>
  );
}

function RowShown<R extends BaseRow>(props: DataDetailProps<R> & { readonly row: R; readonly access: Access }) {
  const { entity, row, access, actions, canEdit = true, children } = props;
  const editor = useEditor(entity, props.form);
  const title = titleField(entity).name;
  const fields = props.fields ?? (selectFields(entity, undefined).flatMap(({ name }) => (name === title ? [] : [name])) as FieldName<R>[]);
  return (
    <>
      <header className="flex flex-wrap items-start gap-3">
        <h1 className="min-w-0 flex-1 basis-48 text-balance font-semibold text-2xl tracking-tight">{rowTitle(entity, row)}</h1>
        <div className="flex flex-wrap gap-3">
          {actions?.(row)}
          {canEdit && access.canChange(row) ? (
            <Button variant="outline" onClick={() => editor.open(row)} onPointerEnter={editor.preload} onFocus={editor.preload}>
              <PencilIcon /> Edit
            </Button>
          ) : null}
        </div>
      </header>
      {fields.length > 0 ? <FieldList entity={entity} row={row} fields={fields} renderField={props.renderField} /> : null}
      {children?.(row)}
      {editor.dialog}
    </>
  );
}

function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex w-fit items-center gap-1.5 rounded-sm text-muted-foreground text-sm hover:text-foreground">
      <ArrowLeftIcon className="size-4" aria-hidden /> {children}
    </Link>
  );
}

function DetailSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
