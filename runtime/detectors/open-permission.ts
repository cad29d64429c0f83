import type { Detector } from './detector.ts';

const PUBLIC: readonly unknown[] = ['anonymous', 'all'];

/** A table whose rows visitors may both read and change. */
export const openPermission: Detector = {
  id: 'open-permission',
  severity: 'warning',
  *find({ tables }) {
    for (const [name, schema] of tables) {
      const { read, write } = schema['x-accessControl']?.permissions ?? {};
      if (write !== 'anonymous' || !PUBLIC.includes(read)) continue;
      yield {
        path: `entities/${name}.json`,
        message: `Anyone, without an account, can change and delete all rows of the table "${name}".`,
      };
    }
  },
};
