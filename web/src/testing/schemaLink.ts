import { ApolloLink, Observable } from '@apollo/client';
import {
  buildSchema,
  type DocumentNode,
  defaultTypeResolver,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getOperationAST,
  OperationTypeNode,
  validate,
} from 'graphql';
import { inject } from 'vitest';
import { addFault } from './faults.ts';
import type { Server } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The text of `schema.graphql`. */
    schema: string;
  }
}

const schema = buildSchema(inject('schema'));
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const rootFields = new Set(roots.flatMap((root) => Object.keys(root?.getFields() ?? {})));

/** Whether an answer of this name is one to a field of the schema. */
export const isRootField = (name: string): boolean => rootFields.has(name);

/** An error that the test answers on purpose; all others mean that an answer does not fit the schema. */
const isIntended = (error: unknown): boolean => error instanceof GraphQLError && typeof error.extensions['status'] === 'number';

const checked = new WeakSet<object>();

/** Resolves a field of an answer; objects must have each selected field and no field that the schema lacks. */
const fieldResolver: GraphQLFieldResolver<Record<string, unknown>, Server> = (source, args, server, info) => {
  const { parentType, fieldName } = info;
  if (roots.includes(parentType)) {
    if (fieldName in source) return source[fieldName];
    if (!server.has(fieldName)) throw new Error(`The test has no answer for ${parentType.name}.${fieldName}.`);
    return server.call(fieldName, args);
  }
  if (!checked.has(source)) {
    checked.add(source);
    const unknown = Object.keys(source).filter((key) => key !== '__typename' && !(key in parentType.getFields()));
    if (unknown.length > 0) addFault(`${parentType.name} has no field ${unknown.join(', ')}.`);
  }
  if (!(fieldName in source)) throw new Error(`The answer has no ${parentType.name}.${fieldName}.`);
  const value = source[fieldName];
  return typeof value === 'function' ? value(args) : value;
};

type Operation = Parameters<ApolloLink.RequestHandler>[0];

async function run(server: Server, { query, variables }: Operation, rootValue: object = {}): Promise<ExecutionResult> {
  const result = await execute({
    schema,
    document: query,
    variableValues: variables,
    rootValue,
    contextValue: server,
    fieldResolver: fieldResolver as GraphQLFieldResolver<unknown, unknown>,
    typeResolver: defaultTypeResolver,
  });
  for (const { originalError, message } of result.errors ?? []) {
    // The transport failed, not the server.
    if (originalError?.name === 'TypeError' && originalError.message === 'Failed to fetch') throw originalError;
    if (originalError?.name === 'ServerError') throw originalError;
    if (!isIntended(originalError)) addFault(message);
  }
  return result;
}

const validated = new WeakSet<DocumentNode>();

function check(document: DocumentNode): void {
  if (validated.has(document)) return;
  validated.add(document);
  for (const { message } of validate(schema, document)) addFault(message);
}

function fieldOf(document: DocumentNode): string {
  const selection = getOperationAST(document)?.selectionSet.selections[0];
  return selection?.kind === 'Field' ? selection.name.value : '';
}

/** Executes operations on `schema.graphql` with the answers of a test. */
export const schemaLink = (server: Server): ApolloLink =>
  new ApolloLink((operation) => {
    check(operation.query);
    return new Observable((observer) => {
      let isDone = false;
      const answer = (rootValue?: object) =>
        run(server, operation, rootValue).then(
          (result) => {
            if (!isDone) observer.next(result as ApolloLink.Result);
          },
          (error: unknown) => {
            if (!isDone) observer.error(error);
          },
        );
      if (operation.operationType !== OperationTypeNode.SUBSCRIPTION) {
        void answer().then(() => observer.complete());
        return () => {
          isDone = true;
        };
      }
      const field = fieldOf(operation.query);
      if (!server.has(field)) addFault(`The test has no channel for Subscription.${field}.`);
      const { subscribers } = server.channel(field);
      const subscriber = {
        variables: operation.variables,
        next: (value: unknown) => void answer({ [field]: value }),
        error: (error: Error) => observer.error(error),
        complete: () => observer.complete(),
      };
      subscribers.add(subscriber);
      return () => {
        isDone = true;
        subscribers.delete(subscriber);
      };
    });
  });
