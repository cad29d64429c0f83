import { createHash } from 'node:crypto';
import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, Conflict, InvalidInput, NotFound } from '@sayso/core';
import {
  conditionsOf,
  fieldRulesOf,
  OPERATIONS,
  type Rule,
  type RuleOperation,
  ruleOfPermission,
  rule as ruleShape,
  rulesOf,
  stateRule,
} from '@sayso/core/rules';
import { undoTableEdit } from '../columns/undo-table-edit.ts';
import type { EntitiesContext } from '../config.ts';
import type { TableAddress } from '../ref.ts';
import { editRule } from './edit-rule.ts';

const MAX_CONDITIONS = 50;

/** A rule as it holds. */
interface ShownRule {
  readonly rule: Rule;
  /** False: it follows from the permissions of the table. */
  readonly isOwn: boolean;
}

/** The rules of a table's current version. */
export interface RulesOfTable {
  readonly versionId: string | null;
  /** Of the table's file: an edit names what it saw. */
  readonly digest: string;
  readonly table: Readonly<Record<RuleOperation, ShownRule>>;
  /** Of the fields that have some, by name. */
  readonly fields: Readonly<Record<string, RulesOfField>>;
}

interface RulesOfField {
  /** Whether parts of the field have rules, too, which only its file can say. */
  readonly isInParts: boolean;
  readonly rules: Readonly<Partial<Record<RuleOperation, Rule>>>;
}

interface GivenRule {
  readonly digest: string;
  readonly operation: RuleOperation;
  readonly field: string | null;
  /** Null: that of the permissions, or no rule of the field. */
  readonly rule: unknown;
}

interface Table {
  readonly versionId: string | null;
  readonly path: string;
  readonly text: string;
  readonly schema: EntitySchema;
}

const DONE = { read: 'read', create: 'add', update: 'change', delete: 'delete' } as const;

/** Shows and edits the rules of a table by a new version of the app. */
export class RuleEdits {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  async read(actor: Actor, address: TableAddress): Promise<RulesOfTable> {
    return shown(await this.#table(actor, address));
  }

  /** Throws `Conflict` when the file of the table is not the one that the caller saw. */
  async edit(actor: Actor, address: TableAddress, given: GivenRule): Promise<RulesOfTable> {
    const table = await this.#table(actor, address);
    if (digestOf(table.text) !== given.digest)
      throw new Conflict('This table was changed since. Look at its rules again, then change them.');
    const { operation, field } = given;
    if (field !== null) checkField(table.schema, field, operation);
    const stated = given.rule === null ? undefined : statedRule(given, table.schema);
    const content = editRule(table.text, table.schema, { operation, field, stated });
    const title = `Changed who may ${DONE[operation]} ${field === null ? '' : `${field} of `}${address.entity}`;
    const changes = [{ path: table.path, content }];
    await this.#context.needs.apps.commit({ appId: address.appId, baseVersionId: table.versionId, changes, title });
    return this.read(actor, address);
  }

  undo(actor: Actor, address: TableAddress, versionId: string): Promise<{ readonly versionId: string }> {
    const title = `Undid a change of the rules of ${address.entity}`;
    return undoTableEdit(this.#context, actor, address, { versionId, title, missing: 'The change of a rule' });
  }

  async #table(actor: Actor, { appId, entity }: TableAddress): Promise<Table> {
    const { apps } = this.#context.needs;
    const { currentVersionId: versionId } = await apps.get(actor, appId);
    const path = `entities/${entity}.json`;
    const [schemas, files] = await Promise.all([apps.schemas(appId, versionId ?? undefined), apps.files(appId, versionId ?? undefined)]);
    const [schema, text] = [schemas[entity], files[path]];
    if (schema === undefined || text === undefined) throw new NotFound(`The table "${entity.slice(0, 80)}"`);
    return { versionId, path, text, schema };
  }
}

function shown({ versionId, text, schema }: Table): RulesOfTable {
  const rules = rulesOf(schema);
  const { read = 'creator', write = 'creator' } = schema['x-accessControl']?.permissions ?? {};
  const table = Object.fromEntries(
    OPERATIONS.map((operation) => {
      const own = rules[operation];
      const rule = own ?? ruleOfPermission(operation === 'read' ? read : write, operation);
      return [operation, { rule, isOwn: own !== undefined }];
    }),
  ) as Record<RuleOperation, ShownRule>;
  const fields = Object.entries(fieldRulesOf(schema)).map(([name, ofField]) => [
    name,
    { isInParts: hasRuledParts(schema, name), rules: ofField },
  ]);
  return { versionId, digest: digestOf(text), table, fields: Object.fromEntries(fields) };
}

function checkField(schema: EntitySchema, field: string, operation: RuleOperation): void {
  if (!Object.hasOwn(schema.properties, field)) throw new NotFound(`The field "${field.slice(0, 80)}"`);
  if (operation === 'delete') throw new InvalidInput('Fields are not deleted, rows are. Set who may delete rows of the table.');
  if (hasRuledParts(schema, field))
    throw new Conflict(`Parts of the field "${field.slice(0, 80)}" have rules of their own. Change them in the file of the table.`);
}

function hasRuledParts(schema: EntitySchema, field: string): boolean {
  const { properties, items } = schema.properties[field] ?? {};
  return JSON.stringify({ properties, items }).includes('"rls"');
}

/** Throws `InvalidInput` for a rule that its file cannot say. */
function statedRule({ rule: given, operation }: GivenRule, schema: EntitySchema): unknown {
  const parsed = ruleShape.safeParse(given);
  if (!parsed.success) throw new InvalidInput('The rule is malformed. Choose who it is for again.');
  if (conditionsOf(parsed.data).length > MAX_CONDITIONS) throw new InvalidInput(`A rule has at most ${MAX_CONDITIONS} conditions.`);
  const { stated, rule } = stateRule(parsed.data, operation, new Set(Object.keys(schema.properties)));
  // Values such as "{{user.id}}" would be read as something else than was chosen.
  const chosen = new Set(conditionsOf(parsed.data).map((one) => JSON.stringify(one)));
  const other = conditionsOf(rule).find((one) => one.kind === 'closed' || (isCompared(one) && !chosen.has(JSON.stringify(one))));
  if (other !== undefined) throw new InvalidInput(`A rule cannot say ${JSON.stringify(other).slice(0, 100)}. Use plain values and fields.`);
  return stated;
}

const isCompared = ({ kind }: Rule): boolean => kind === 'row' || kind === 'person';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
