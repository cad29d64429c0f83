// Made by scripts/codegen.ts from ../schema.graphql; never edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Hosts such as `api.example.com` and `*.example.com` by what pages load from them; `*` among `pictures`: all. */
export type AppHostsInput = {
  calls: Array<string>;
  frames: Array<string>;
  pictures: Array<string>;
  scripts: Array<string>;
  styles: Array<string>;
};

export type HostKind =
  | 'calls'
  | 'frames'
  | 'pictures'
  | 'scripts'
  | 'styles';

export type HostSettingsFragment = { __typename: 'App', id: string, settings: { __typename: 'AppSettings', hosts: { __typename: 'AppHosts', scripts: Array<string>, styles: Array<string>, pictures: Array<string>, frames: Array<string>, calls: Array<string> } | null } };

export type AppHostsQueryVariables = Exact<{
  id: string | number;
}>;


export type AppHostsQuery = { __typename: 'Query', app: { __typename: 'App', id: string, namedHosts: Array<{ __typename: 'NamedHost', kind: HostKind, host: string, path: string }>, settings: { __typename: 'AppSettings', hosts: { __typename: 'AppHosts', scripts: Array<string>, styles: Array<string>, pictures: Array<string>, frames: Array<string>, calls: Array<string> } | null } } };

export type AllowHostsMutationVariables = Exact<{
  id: string | number;
  hosts: AppHostsInput;
}>;


export type AllowHostsMutation = { __typename: 'Mutation', updateAppSettings: { __typename: 'App', id: string, settings: { __typename: 'AppSettings', hosts: { __typename: 'AppHosts', scripts: Array<string>, styles: Array<string>, pictures: Array<string>, frames: Array<string>, calls: Array<string> } | null } } };

export const HostSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HostSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"App"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scripts"}},{"kind":"Field","name":{"kind":"Name","value":"styles"}},{"kind":"Field","name":{"kind":"Name","value":"pictures"}},{"kind":"Field","name":{"kind":"Name","value":"frames"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}}]}}]}}]}}]} as unknown as DocumentNode<HostSettingsFragment, unknown>;
export const AppHostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AppHosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"app"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HostSettings"}},{"kind":"Field","name":{"kind":"Name","value":"namedHosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HostSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"App"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scripts"}},{"kind":"Field","name":{"kind":"Name","value":"styles"}},{"kind":"Field","name":{"kind":"Name","value":"pictures"}},{"kind":"Field","name":{"kind":"Name","value":"frames"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}}]}}]}}]}}]} as unknown as DocumentNode<AppHostsQuery, AppHostsQueryVariables>;
export const AllowHostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AllowHosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"hosts"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AppHostsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAppSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"settings"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"hosts"},"value":{"kind":"Variable","name":{"kind":"Name","value":"hosts"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HostSettings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HostSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"App"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scripts"}},{"kind":"Field","name":{"kind":"Name","value":"styles"}},{"kind":"Field","name":{"kind":"Name","value":"pictures"}},{"kind":"Field","name":{"kind":"Name","value":"frames"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}}]}}]}}]}}]} as unknown as DocumentNode<AllowHostsMutation, AllowHostsMutationVariables>;