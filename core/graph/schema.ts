import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { AskedDeed, Builder, Edge } from '../contract/index.ts';
import { unstatedAccess } from './access.ts';
import { createBuilder } from './builder.ts';
import { budgetLargeFields } from './bytes.ts';

/** The parts of a plugin that the graph needs. */
export interface GraphPart {
  readonly name: string;
  graph?(builder: Builder, edge: Edge<unknown>): void | Promise<void>;
}

/** A problem that prevents building the graph, and the plugin that causes it. */
export interface GraphProblem {
  readonly plugin: string | null;
  readonly problem: string;
  readonly remedy: string;
}

export interface Graph {
  /** Null when there are problems, or when no plugin adds to the graph. */
  readonly schema: GraphQLSchema | null;
  readonly problems: readonly GraphProblem[];
}

const ROOTS = ['Query', 'Mutation', 'Subscription'] as const;

/**
 * Lets every plugin add to one builder, in order, and builds the schema. Collects the problems. Resolvers call `serviceOf` for the service of
 * their own plugin, by its name; `permit` decides what a caller may do with an app.
 */
export async function buildGraph(
  parts: readonly GraphPart[],
  serviceOf: (plugin: string) => unknown,
  permit: (asked: AskedDeed) => Promise<void>,
): Promise<Graph> {
  const builder = createBuilder(permit);
  const owners = new Owners(builder);
  const problems: GraphProblem[] = [];
  for (const part of parts) {
    try {
      await owners.during(part.name, async () => part.graph?.(builder, { service: () => serviceOf(part.name) }));
    } catch (error) {
      problems.push(owners.explain(error, part.name));
    }
  }
  if (problems.length > 0 || owners.roots.size === 0) return { schema: null, problems };
  if (owners.roots.has('Query')) builder.queryType({});
  if (owners.roots.has('Mutation')) builder.mutationType({});
  if (owners.roots.has('Subscription')) builder.subscriptionType({});
  let schema: GraphQLSchema;
  try {
    schema = builder.toSchema({ sortSchema: false });
  } catch (error) {
    return { schema: null, problems: [owners.explain(error, null)] };
  }
  for (const { name, ...unstated } of unstatedAccess(schema)) problems.push({ plugin: owners.of(name), ...unstated });
  budgetLargeFields(schema);
  return problems.length > 0 ? { schema: null, problems } : { schema, problems };
}

/** The schema as SDL, sorted. */
export function printGraph(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** Two plugins add the same field. */
class FieldClash extends Error {
  readonly field: string;
  readonly plugins: readonly [string, string];
  constructor(field: string, plugins: readonly [string, string]) {
    super(`The field "${field}" is added twice.`);
    this.field = field;
    this.plugins = plugins;
  }
}

/** Records which plugin declared which type and field: Pothos knows only that a name is taken. */
class Owners {
  /** Root types to which a plugin adds fields. */
  readonly roots = new Set<string>();
  readonly #builder: Builder;
  readonly #owners = new Map<string, string>();
  #current = 'core';

  constructor(builder: Builder) {
    this.#builder = builder;
    const { configStore } = builder;
    const add = configStore.addFields.bind(configStore);
    configStore.addFields = (param, fields) => {
      const plugin = this.#current;
      const type = this.#typeName(param);
      if ((ROOTS as readonly string[]).includes(type)) this.roots.add(type);
      add(param, () => {
        const added = fields();
        for (const name of Object.keys(added)) this.#claim(`${type}.${name}`, plugin);
        return added;
      });
    };
  }

  async during(plugin: string, work: () => Promise<void>): Promise<void> {
    this.#current = plugin;
    try {
      await work();
    } finally {
      for (const name of this.#builder.configStore.typeConfigs.keys()) {
        if (!this.#owners.has(name)) this.#owners.set(name, plugin);
      }
      this.#current = 'core';
    }
  }

  of(name: string): string | null {
    return this.#owners.get(name) ?? null;
  }

  explain(error: unknown, plugin: string | null): GraphProblem {
    if (error instanceof FieldClash) {
      const [first, second] = error.plugins;
      const problem =
        first === second
          ? `It adds the field "${error.field}" twice.`
          : `It adds the field "${error.field}", which the plugin "${first}" adds too.`;
      return { plugin: second, problem, remedy: 'Rename one of the two.' };
    }
    const message = error instanceof Error ? error.message : String(error);
    const type = /Duplicate typename: Another type with name (\w+)/.exec(message)?.[1];
    const owner = type === undefined ? undefined : this.#owners.get(type);
    if (type !== undefined && owner !== undefined) {
      const problem =
        owner === plugin || plugin === null
          ? `The graph type "${type}" is declared twice.`
          : `It declares the graph type "${type}", which the plugin "${owner}" declares too.`;
      return { plugin: plugin ?? owner, problem, remedy: 'Rename one of the two.' };
    }
    return { plugin, problem: `Its part of the graph cannot be built: ${message}`, remedy: 'Correct its `graph` function.' };
  }

  #claim(field: string, plugin: string): void {
    const owner = this.#owners.get(field);
    if (owner !== undefined) throw new FieldClash(field, [owner, plugin]);
    this.#owners.set(field, plugin);
  }

  #typeName(param: unknown): string {
    if (typeof param === 'string') return param;
    if (typeof param === 'object' && param !== null && 'name' in param) return String(param.name);
    return String(param);
  }
}
