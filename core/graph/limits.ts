import {
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Limits per operation. */
export const limits = {
  /** Depth of nested selections, without introspection. */
  depth: 12,
  /** Number of aliased fields. */
  aliases: 30,
  /** Lexical tokens of the document. */
  tokens: 2000,
  /** Number of fields; those below a list count once per requested row. */
  cost: 20_000,
  /** Declared bytes of large fields (`extensions: { bytes }`); those below a list count once per requested row. */
  bytes: 32_000_000,
  /** Actual bytes of large fields; the operation fails as soon as it has loaded more. */
  answer: 64_000_000,
} as const;

/** Assumed rows of a list without a row argument. */
const ROWS = 10;
/** Assumed rows when the row argument is a variable, whose value is unknown at validation: the largest page of any list. */
const MOST_ROWS = 100;
const ROW_ARGUMENTS = new Set(['limit', 'first', 'last', 'take']);

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly cost: number;
  readonly bytes: number;
}

/** A validation rule that enforces depth, aliases, cost and bytes. */
export function operationLimits(context: ValidationContext): ASTVisitor {
  const measure = sizes(context);
  return {
    OperationDefinition(operation) {
      const { depth, aliases, cost, bytes } = measure(operation);
      const report = (what: string): void => context.reportError(new GraphQLError(what, { nodes: operation }));
      if (depth > limits.depth) report(`The operation nests ${depth} levels deep; ${limits.depth} are allowed.`);
      if (aliases > limits.aliases) report(`The operation uses ${aliases} aliases; ${limits.aliases} are allowed.`);
      if (cost > limits.cost)
        report(`The operation asks for too much at once (cost ${cost}; ${limits.cost} are allowed). Ask for fewer rows.`);
      if (bytes > limits.bytes) {
        const megabytes = (count: number): number => Math.ceil(count / 1_000_000);
        report(
          `The operation asks for too much at once (about ${megabytes(bytes)} MB; ${megabytes(limits.bytes)} are allowed). Ask for fewer things.`,
        );
      }
    },
  };
}

function sizes(context: ValidationContext): (operation: OperationDefinitionNode) => Size {
  const schema = context.getSchema();
  // Memoized per fragment, so that nested fragments do not cause exponential work.
  const fragments = new Map<FragmentDefinitionNode, Size>();
  const nothing: Size = { depth: 0, aliases: 0, cost: 0, bytes: 0 };

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined): Size => {
    if (field.name.value.startsWith('__')) return nothing;
    const definition = definitionOf(field, parent);
    const inner = field.selectionSet ? ofSelections(field.selectionSet, compositeOf(definition)) : nothing;
    const rows = definition && isListType(getNullableType(definition.type)) ? rowsOf(field) : 1;
    const own = bytesOf(definition?.extensions);
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      cost: 1 + rows * inner.cost,
      bytes: rows * (own + inner.bytes),
    };
  };

  const ofFragment = (fragment: FragmentDefinitionNode): Size => {
    const known = fragments.get(fragment);
    if (known) return known;
    // Another rule reports cycles of fragments; this only prevents infinite recursion.
    fragments.set(fragment, nothing);
    const size = ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
    fragments.set(fragment, size);
    return size;
  };

  const ofSelection = (selection: SelectionNode, parent: GraphQLNamedType | undefined): Size => {
    if (selection.kind === Kind.FIELD) return ofField(selection, parent);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      return ofSelections(selection.selectionSet, condition === undefined ? parent : schema.getType(condition));
    }
    const fragment = context.getFragment(selection.name.value);
    return fragment ? ofFragment(fragment) : nothing;
  };

  const ofSelections = (set: SelectionSetNode, parent: GraphQLNamedType | undefined): Size => {
    let total = nothing;
    /** What is asked of each type alone: a value has one type only, so the largest counts. */
    const byType = new Map<string, Size>();
    for (const selection of set.selections) {
      const size = ofSelection(selection, parent);
      const type = isAbstractType(parent) ? objectTypeOf(selection) : null;
      if (type === null) total = sum(total, size);
      else byType.set(type, sum(byType.get(type) ?? nothing, size));
    }
    const largest = [...byType.values()].reduce(
      (before, { depth, aliases, cost, bytes }) => ({
        depth: Math.max(before.depth, depth),
        aliases: before.aliases + aliases,
        cost: Math.max(before.cost, cost),
        bytes: Math.max(before.bytes, bytes),
      }),
      nothing,
    );
    return sum(total, largest);
  };

  /** The object type to which a fragment applies; null for anything else. */
  const objectTypeOf = (selection: SelectionNode): string | null => {
    if (selection.kind === Kind.FIELD) return null;
    const condition =
      selection.kind === Kind.INLINE_FRAGMENT ? selection.typeCondition : context.getFragment(selection.name.value)?.typeCondition;
    return condition !== undefined && isObjectType(schema.getType(condition.name.value)) ? condition.name.value : null;
  };

  return (operation) => ofSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}

function sum(a: Size, b: Size): Size {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    cost: Math.min(a.cost + b.cost, Number.MAX_SAFE_INTEGER),
    bytes: Math.min(a.bytes + b.bytes, Number.MAX_SAFE_INTEGER),
  };
}

function definitionOf(field: FieldNode, parent: GraphQLNamedType | undefined): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
}

/** The composite type of a field's subselection. */
function compositeOf(definition: GraphQLField<unknown, unknown> | undefined): GraphQLNamedType | undefined {
  const named = definition && getNamedType(definition.type);
  return isCompositeType(named) ? named : undefined;
}

function rowsOf(field: FieldNode): number {
  const argument = field.arguments?.find(({ name }) => ROW_ARGUMENTS.has(name.value));
  if (argument?.value.kind === Kind.VARIABLE) return MOST_ROWS;
  return argument?.value.kind === Kind.INT ? Math.max(1, Number.parseInt(argument.value.value, 10)) : ROWS;
}

/** Declared bytes of one value of a field; 0 when the plugin declares none. */
export function bytesOf(extensions: Readonly<Record<string, unknown>> | undefined): number {
  const bytes = extensions?.['bytes'];
  return typeof bytes === 'number' ? bytes : 0;
}
