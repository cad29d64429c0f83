import type { Translator } from '../../i18n/language.ts';

/** A table's permissions, as its schema has them. */
export interface TableAccess {
  readonly name: string;
  readonly read: string;
  readonly write: string;
}

interface Table {
  readonly name: string;
  /** JSON schema with `x-accessControl.permissions`. */
  readonly schema: unknown;
}

/** Permissions by table; the default is that people read and write their own rows. */
export function accessOf(tables: readonly Table[]): TableAccess[] {
  return tables.flatMap(({ name, schema }) => {
    // `User` holds each user's own data.
    if (name === 'User') return [];
    const { permissions } =
      (schema as { 'x-accessControl'?: { permissions?: { read?: string; write?: string } } })['x-accessControl'] ?? {};
    return [{ name, read: permissions?.read ?? 'creator', write: permissions?.write ?? 'creator' }];
  });
}

/** Whether a table permits something that needs an account. */
export const needsSignup = (tables: readonly TableAccess[]): boolean =>
  tables.some(({ read, write }) => read === 'creator' || write === 'creator' || write === 'all');

/** One sentence on what people can do with a table. */
export function audience({ name: table, read, write }: TableAccess, t: Translator): string {
  if (read === 'creator')
    return write === 'creator' ? t('publish.audience.own', { table }) : t('publish.audience.readOwn', { table, write });
  // People who signed up have the link.
  const reads = read === 'all' || read === 'anonymous' ? 'anyone' : read;
  if (write === 'all') return t('publish.audience.writeAll', { table, read: reads });
  if (reads === 'anyone' && write === 'anonymous') return t('publish.audience.everyone', { table });
  if (reads === 'admin' && write === 'admin') return t('publish.audience.onlyYou', { table });
  if (write === 'creator') return t('publish.audience.readAddOwn', { table, read: reads });
  return t('publish.audience.readAdd', { table, read: reads, write });
}
