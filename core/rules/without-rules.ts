type Fields = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 20;
const known = new WeakMap<object, object>();

/** A table without its rules of rows and of fields, which name people, roles and values. For callers who do not build the app. */
export function withoutRules<T extends object>(schema: T): T {
  const found = known.get(schema);
  if (found !== undefined) return found as T;
  const { 'x-accessControl': access, ...rest } = schema as Fields;
  const { rls: _rls, ...table } = withoutFieldRules(rest, 0) as Fields;
  const { rules: _rules, ...permissions } = isFields(access) ? access : {};
  const made = access === undefined ? table : { ...table, 'x-accessControl': permissions };
  known.set(schema, made);
  return made as T;
}

function withoutFieldRules(property: unknown, depth: number): unknown {
  if (!isFields(property) || depth > MAX_DEPTH) return isFields(property) ? {} : property;
  const { rls: _rls, properties, items, ...rest } = property;
  const inner = isFields(properties)
    ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withoutFieldRules(one, depth + 1)])) }
    : {};
  return { ...rest, ...inner, ...(items === undefined ? {} : { items: withoutFieldRules(items, depth + 1) }) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
