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

const byAll: Readonly<Record<string, string>> = {
  anonymous: 'anyone with the link',
  all: 'people who sign up',
  creator: 'people who sign up',
  admin: 'only you',
  none: 'no one',
};

/** One sentence on what people can do with a table. */
export function audience({ name, read, write }: TableAccess): string {
  if (read === 'creator' && write === 'creator') return `${name}: people who sign up add rows, and each sees and changes only their own.`;
  if (read === 'creator') return `${name}: ${byAll[write] ?? 'no one'} can add rows; people who sign up see only their own.`;
  const reads = read === 'all' || read === 'anonymous' ? 'anyone with the link' : (byAll[read] ?? 'no one');
  const writes = write === 'creator' ? 'people who sign up add rows and change their own' : `${byAll[write] ?? 'no one'} can add rows`;
  if (write === 'all') return `${name}: ${reads} can see it; people who sign up can change every row.`;
  if (reads === 'anyone with the link' && write === 'anonymous') return `${name}: anyone with the link can see and change every row.`;
  if (reads === 'only you' && write === 'admin') return `${name}: only you see and change it.`;
  return `${name}: ${reads} can see it; ${writes}.`;
}
