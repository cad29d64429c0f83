import { importsOf, type Node, type NodeOf, nodesOf, type Source, textOf } from '../codemods/source.ts';
import { type Detector, finding, type ParsedApp, type TableFields } from './detector.ts';

/** Properties of data blocks whose texts are names of fields. */
const FIELD_PROPS: readonly string[] = ['by', 'fields', 'columns', 'search', 'filters', 'sort', 'aside', 'badge'];
/** Fields that every row has. */
const BUILT_IN: readonly string[] = ['id', 'createdAt', 'updatedAt', 'creatorId'];

/** A data block that shows, sorts or filters by a field that its table does not have. */
export const unknownField: Detector = {
  id: 'unknown-field',
  severity: 'warning',
  *find(app) {
    for (const source of app.sources) {
      for (const element of nodesOf(source, 'JSXOpeningElement')) {
        const table = tableOf(source, element, app);
        if (table === null) continue;
        for (const node of fieldNames(element)) {
          const field = (textOf(node) ?? '').replace(/^-/, '').split('.', 1)[0] ?? '';
          if (!hasField(table.schema, field)) yield finding(source, node, `The table "${table.name}" has no field "${field}".`);
        }
      }
    }
  },
};

function hasField({ properties = {} }: TableFields, field: string): boolean {
  return field === '' || BUILT_IN.includes(field) || Object.hasOwn(properties, field);
}

/** The table of a data block: `Deal` of `<DataTable entity={Deal}>`. */
function tableOf(source: Source, element: NodeOf<'JSXOpeningElement'>, { tables }: ParsedApp) {
  const tag = element.name.type === 'JSXIdentifier' ? element.name.name : null;
  const imports = importsOf(source);
  const isBlock = imports.some(({ local, from }) => local === tag && from.startsWith('@/components/blocks/'));
  const value = isBlock ? propOf(element, 'entity') : null;
  if (value?.type !== 'Identifier') return null;
  const from = imports.find(({ local }) => local === value.name)?.from;
  const name = from?.startsWith('@/entities/') ? from.slice('@/entities/'.length) : null;
  const schema = name === null || name === 'User' ? undefined : tables.get(name);
  return name === null || schema === undefined ? null : { name, schema };
}

function propOf({ attributes }: NodeOf<'JSXOpeningElement'>, name: string): Node | null {
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== name) continue;
    return attribute.value?.type === 'JSXExpressionContainer' ? attribute.value.expression : attribute.value;
  }
  return null;
}

/** Texts and lists of texts only: a computed name is not certain. */
function fieldNames(element: NodeOf<'JSXOpeningElement'>): Node[] {
  return FIELD_PROPS.flatMap((prop) => {
    const value = propOf(element, prop);
    if (value === null) return [];
    const nodes = value.type === 'ArrayExpression' ? value.elements : [value];
    return nodes.filter(
      (node): node is NonNullable<typeof node> => node !== null && textOf(node) !== null && !/\W/.test(bare(textOf(node))),
    );
  });
}

const bare = (text: string | null): string => (text ?? '').replace(/^-/, '').replaceAll('.', '');
