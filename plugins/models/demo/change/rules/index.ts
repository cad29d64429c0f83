import type { Rule } from '../rule.ts';
import { restrict } from './access.ts';
import { addFields } from './fields.ts';
import { linkTo } from './link.ts';
import { recolour } from './looks.ts';
import { rename, renameField, renameTable } from './names.ts';
import { addOption, removeOption, renameOption, setOptions } from './options.ts';
import { removeSomething } from './remove.ts';
import { moveField, require, retype } from './shape.ts';
import { addTable } from './tables.ts';
import { there } from './there.ts';
import { addChart, showAs, sortBy } from './views.ts';

/** Asked in turn; the first that knows what is meant decides. To teach the assistant a follow-up, add a rule. */
export const rules: readonly Rule[] = [
  rename,
  renameOption,
  setOptions,
  retype,
  recolour,
  restrict,
  there,
  addChart,
  sortBy,
  showAs,
  addOption,
  require,
  moveField,
  renameTable,
  renameField,
  removeOption,
  removeSomething,
  linkTo,
  addTable,
  addFields,
];
