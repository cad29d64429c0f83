// Made by scripts/codegen.ts from ../schema.graphql; never edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** An element by its place in a version of an app. */
export type ElementAt = {
  appId: string | number;
  column: number;
  line: number;
  path: string;
  versionId: string | number;
};

export type ElementDirection =
  | 'after'
  | 'before';

export type ElementEdit =
  {   /** All classes of Tailwind that it has, in their order; at most 100. */
  classes: Array<string>; duplicate?: never; image?: never; link?: never; move?: never; remove?: never; style?: never; text?: never; }
  |  { classes?: never;   duplicate: boolean; image?: never; link?: never; move?: never; remove?: never; style?: never; text?: never; }
  |  { classes?: never; duplicate?: never;   /** An address of the web, or a path of the app. */
  image: string; link?: never; move?: never; remove?: never; style?: never; text?: never; }
  |  { classes?: never; duplicate?: never; image?: never;   /** As `image`; also `mailto:`, `tel:` and `#`. */
  link: string; move?: never; remove?: never; style?: never; text?: never; }
  |  { classes?: never; duplicate?: never; image?: never; link?: never;   /** Changes places with the element before or after it. */
  move: ElementDirection; remove?: never; style?: never; text?: never; }
  |  { classes?: never; duplicate?: never; image?: never; link?: never; move?: never;   remove: boolean; style?: never; text?: never; }
  |  { classes?: never; duplicate?: never; image?: never; link?: never; move?: never; remove?: never;   style: ElementStyleEdit; text?: never; }
  |  { classes?: never; duplicate?: never; image?: never; link?: never; move?: never; remove?: never; style?: never;   text: ElementTextEdit; };

export type ElementStyleEdit = {
  property: ElementStyleProperty;
  /** A class such as `text-xl`; null removes that of the property. */
  value?: string | null | undefined;
};

export type ElementStyleProperty =
  | 'align'
  | 'background'
  | 'color'
  | 'corners'
  | 'margin'
  | 'padding'
  | 'size'
  | 'weight';

export type ElementTextEdit = {
  of: string;
  text: string;
};

export type SelectedElementFragment = { __typename: 'AppElement', path: string, line: number, column: number, endLine: number, code: string, tag: string, component: string | null, hasComputedText: boolean, classes: Array<string> | null, image: string | null, link: string | null, canMoveBefore: boolean, canMoveAfter: boolean, canDuplicate: boolean, canRemove: boolean, isRepeated: boolean, texts: Array<{ __typename: 'ElementText', of: string, value: string }> };

export type SelectElementQueryVariables = Exact<{
  at: ElementAt;
}>;


export type SelectElementQuery = { __typename: 'Query', appElement: { __typename: 'AppElement', path: string, line: number, column: number, endLine: number, code: string, tag: string, component: string | null, hasComputedText: boolean, classes: Array<string> | null, image: string | null, link: string | null, canMoveBefore: boolean, canMoveAfter: boolean, canDuplicate: boolean, canRemove: boolean, isRepeated: boolean, texts: Array<{ __typename: 'ElementText', of: string, value: string }> } | null };

export type EditElementMutationVariables = Exact<{
  at: ElementAt;
  edit: ElementEdit;
}>;


export type EditElementMutation = { __typename: 'Mutation', editAppElement: { __typename: 'EditedElement', version: { __typename: 'Version', id: string, title: string }, element: { __typename: 'AppElement', path: string, line: number, column: number, endLine: number, code: string, tag: string, component: string | null, hasComputedText: boolean, classes: Array<string> | null, image: string | null, link: string | null, canMoveBefore: boolean, canMoveAfter: boolean, canDuplicate: boolean, canRemove: boolean, isRepeated: boolean, texts: Array<{ __typename: 'ElementText', of: string, value: string }> } | null } };

export type UndoEditMutationVariables = Exact<{
  id: string | number;
  versionId: string | number;
}>;


export type UndoEditMutation = { __typename: 'Mutation', undoAppEdit: { __typename: 'Version', id: string, title: string } };

export const SelectedElementFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SelectedElement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppElement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"endLine"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"component"}},{"kind":"Field","name":{"kind":"Name","value":"texts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"of"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hasComputedText"}},{"kind":"Field","name":{"kind":"Name","value":"classes"}},{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveBefore"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveAfter"}},{"kind":"Field","name":{"kind":"Name","value":"canDuplicate"}},{"kind":"Field","name":{"kind":"Name","value":"canRemove"}},{"kind":"Field","name":{"kind":"Name","value":"isRepeated"}}]}}]} as unknown as DocumentNode<SelectedElementFragment, unknown>;
export const SelectElementDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SelectElement"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ElementAt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appElement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SelectedElement"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SelectedElement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppElement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"endLine"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"component"}},{"kind":"Field","name":{"kind":"Name","value":"texts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"of"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hasComputedText"}},{"kind":"Field","name":{"kind":"Name","value":"classes"}},{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveBefore"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveAfter"}},{"kind":"Field","name":{"kind":"Name","value":"canDuplicate"}},{"kind":"Field","name":{"kind":"Name","value":"canRemove"}},{"kind":"Field","name":{"kind":"Name","value":"isRepeated"}}]}}]} as unknown as DocumentNode<SelectElementQuery, SelectElementQueryVariables>;
export const EditElementDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditElement"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ElementAt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"edit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ElementEdit"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editAppElement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}},{"kind":"Argument","name":{"kind":"Name","value":"edit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"edit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"element"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SelectedElement"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SelectedElement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppElement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"endLine"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"component"}},{"kind":"Field","name":{"kind":"Name","value":"texts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"of"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hasComputedText"}},{"kind":"Field","name":{"kind":"Name","value":"classes"}},{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveBefore"}},{"kind":"Field","name":{"kind":"Name","value":"canMoveAfter"}},{"kind":"Field","name":{"kind":"Name","value":"canDuplicate"}},{"kind":"Field","name":{"kind":"Name","value":"canRemove"}},{"kind":"Field","name":{"kind":"Name","value":"isRepeated"}}]}}]} as unknown as DocumentNode<EditElementMutation, EditElementMutationVariables>;
export const UndoEditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoEdit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"versionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoAppEdit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"versionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"versionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]} as unknown as DocumentNode<UndoEditMutation, UndoEditMutationVariables>;