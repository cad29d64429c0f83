/** Fields that the server adds to each row. */
export interface BaseRow {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt?: string;
  readonly creatorId: string | null;
}
/** A row: the app's fields and the server's. */
export type Row = Record<string, unknown> & BaseRow;
export type RowFields = Record<string, unknown>;
export interface RowEvent<R extends BaseRow = Row> {
  readonly type: 'create' | 'update' | 'delete';
  readonly id: string | null;
  readonly data: R | null;
}
