// Parts of blocks, for pages that need more than blocks offer.
export type { BaseRow, Entity, Row, RowFields } from '../sdk/entity.ts';
export { type Access, useAccess } from './rows/access.ts';
export { dayKey, formatDate, formatMoney, formatTime, formatValue, parseDate, rowTitle, smallImage } from './rows/format.ts';
export { type Group, groupRows, type Period } from './rows/groups.ts';
export { daysFilter, firstDayOfWeek, type MonthDay, rowsByDay, weeksOf } from './rows/month.ts';
export { failureText, notify } from './rows/notices.ts';
export { allOf, compareBy, matches, searchFilter } from './rows/query.ts';
export {
  type AnyEntity,
  capitalize,
  type Field,
  type FieldKind,
  type FieldName,
  fieldOf,
  fieldsOf,
  humanize,
  isEmpty,
  nounsOf,
  optionLabel,
  readValue,
  selectFields,
  titleField,
} from './rows/schema.ts';
export { type RowFormOptions, useRowForm } from './rows/use-row-form.ts';
export { type Rows, type RowsOptions, useLimit, useRow, useRowChanges, useRows } from './rows/use-rows.ts';
