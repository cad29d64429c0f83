// Made by scripts/codegen.ts from ../schema.graphql; never edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A field that is left out stays as it is; null removes what was saved. */
export type ModelConnectionInput = {
  /** Address of an OpenAI-compatible endpoint; null: that of OpenAI. */
  endpoint?: string | null | undefined;
  /** Is stored encrypted and never sent back. */
  key?: string | null | undefined;
  model?: string | null | undefined;
};

export type ConnectionFragment = { __typename: 'ModelConnection', isConnected: boolean, endpoint: string | null, model: string, hasKey: boolean, keyEnding: string | null, keyProblem: string | null, endpointVariable: string | null, keyVariable: string | null, modelVariable: string | null, firstTokenTimeout: number };

export type ModelConnectionQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelConnectionQuery = { __typename: 'Query', modelConnection: { __typename: 'ModelConnection', isConnected: boolean, endpoint: string | null, model: string, hasKey: boolean, keyEnding: string | null, keyProblem: string | null, endpointVariable: string | null, keyVariable: string | null, modelVariable: string | null, firstTokenTimeout: number } };

export type SaveModelConnectionMutationVariables = Exact<{
  input: ModelConnectionInput;
}>;


export type SaveModelConnectionMutation = { __typename: 'Mutation', saveModelConnection: { __typename: 'ModelConnection', isConnected: boolean, endpoint: string | null, model: string, hasKey: boolean, keyEnding: string | null, keyProblem: string | null, endpointVariable: string | null, keyVariable: string | null, modelVariable: string | null, firstTokenTimeout: number } };

export type ListModelsMutationVariables = Exact<{
  input: ModelConnectionInput;
}>;


export type ListModelsMutation = { __typename: 'Mutation', listModels: { __typename: 'ModelListing', models: Array<string>, problem: string | null, detail: string | null } };

export type TestModelConnectionMutationVariables = Exact<{
  input: ModelConnectionInput;
}>;


export type TestModelConnectionMutation = { __typename: 'Mutation', testModelConnection: { __typename: 'ModelTest', isOk: boolean, message: string, detail: string | null } };

export const ConnectionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Connection"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isConnected"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"hasKey"}},{"kind":"Field","name":{"kind":"Name","value":"keyEnding"}},{"kind":"Field","name":{"kind":"Name","value":"keyProblem"}},{"kind":"Field","name":{"kind":"Name","value":"endpointVariable"}},{"kind":"Field","name":{"kind":"Name","value":"keyVariable"}},{"kind":"Field","name":{"kind":"Name","value":"modelVariable"}},{"kind":"Field","name":{"kind":"Name","value":"firstTokenTimeout"}}]}}]} as unknown as DocumentNode<ConnectionFragment, unknown>;
export const ModelConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelConnection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"modelConnection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Connection"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Connection"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isConnected"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"hasKey"}},{"kind":"Field","name":{"kind":"Name","value":"keyEnding"}},{"kind":"Field","name":{"kind":"Name","value":"keyProblem"}},{"kind":"Field","name":{"kind":"Name","value":"endpointVariable"}},{"kind":"Field","name":{"kind":"Name","value":"keyVariable"}},{"kind":"Field","name":{"kind":"Name","value":"modelVariable"}},{"kind":"Field","name":{"kind":"Name","value":"firstTokenTimeout"}}]}}]} as unknown as DocumentNode<ModelConnectionQuery, ModelConnectionQueryVariables>;
export const SaveModelConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveModelConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveModelConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Connection"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Connection"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isConnected"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"hasKey"}},{"kind":"Field","name":{"kind":"Name","value":"keyEnding"}},{"kind":"Field","name":{"kind":"Name","value":"keyProblem"}},{"kind":"Field","name":{"kind":"Name","value":"endpointVariable"}},{"kind":"Field","name":{"kind":"Name","value":"keyVariable"}},{"kind":"Field","name":{"kind":"Name","value":"modelVariable"}},{"kind":"Field","name":{"kind":"Name","value":"firstTokenTimeout"}}]}}]} as unknown as DocumentNode<SaveModelConnectionMutation, SaveModelConnectionMutationVariables>;
export const ListModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ListModels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"listModels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}}]} as unknown as DocumentNode<ListModelsMutation, ListModelsMutationVariables>;
export const TestModelConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestModelConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ModelConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testModelConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isOk"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}}]} as unknown as DocumentNode<TestModelConnectionMutation, TestModelConnectionMutationVariables>;