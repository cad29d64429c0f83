import { type Builder, InvalidInput } from '@sayso/core';
import type { AppElement, ElementEdit, StyleProperty } from '@sayso/runtime/ref';
import type { Apps } from '../service.ts';
import type { EditedElement } from './elements.ts';

const authScopes = { builder: true };

interface EditInput {
  readonly text?: { readonly of: string; readonly text: string } | null;
  readonly style?: { readonly property: StyleProperty; readonly value?: string | null | undefined } | null;
  readonly classes?: readonly string[] | null;
  readonly image?: string | null;
  readonly link?: string | null;
  readonly move?: 'before' | 'after' | null;
  readonly duplicate?: boolean | null;
  readonly remove?: boolean | null;
}

/** Elements of an app's pages and components, which the preview selects. */
export function addElements(builder: Builder, apps: () => Apps): void {
  const text = builder.objectRef<AppElement['texts'][number]>('ElementText').implement({
    description: 'A text of an element that stands in the code.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      of: t.exposeString('of', { description: '`children`, or the name of the prop.' }),
      value: t.exposeString('value'),
    }),
  });
  const element = builder.objectRef<AppElement>('AppElement').implement({
    description: 'One element in the code of an app, with what can be edited without a model.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      path: t.exposeString('path'),
      line: t.exposeInt('line', { description: 'From 1.' }),
      column: t.exposeInt('column', { description: 'Of its `<`, from 1.' }),
      endLine: t.exposeInt('endLine'),
      code: t.exposeString('code', { description: 'As it is written; at most 4,000 characters.' }),
      tag: t.exposeString('tag', { description: 'As it is written: `h1`, `Button`.' }),
      component: t.exposeString('component', { nullable: true, description: 'The component whose code it stands in.' }),
      texts: t.field({ type: [text], description: 'At most 10.', resolve: ({ texts }) => texts }),
      hasComputedText: t.exposeBoolean('hasComputedText', { description: 'It also shows what code computes, such as the value of a row.' }),
      classes: t.exposeStringList('classes', { nullable: true, description: 'Null when code computes them.' }),
      image: t.exposeString('image', { nullable: true, description: 'The address of its picture, if that stands in the code.' }),
      link: t.exposeString('link', { nullable: true, description: 'Where it leads, if that stands in the code.' }),
      canMoveBefore: t.exposeBoolean('canMoveBefore'),
      canMoveAfter: t.exposeBoolean('canMoveAfter'),
      canDuplicate: t.exposeBoolean('canDuplicate'),
      canRemove: t.exposeBoolean('canRemove'),
      isRepeated: t.exposeBoolean('isRepeated', { description: 'It is drawn for each item of a list: an edit changes all of them.' }),
    }),
  });
  const edited = builder.objectRef<EditedElement>('EditedElement').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      version: t.field({ type: 'Version', resolve: ({ version }) => version }),
      element: t.field({
        type: element,
        nullable: true,
        description: 'The element or its copy in that version; null when it is removed.',
        resolve: (made) => made.element,
      }),
    }),
  });
  const inputs = addInputs(builder);
  builder.queryField('appElement', (t) =>
    t.field({
      type: element,
      nullable: true,
      description: 'The element that begins at a place of a version; null when none does. access: builder',
      does: 'look',
      authScopes,
      args: { at: t.arg({ type: inputs.at, required: true }) },
      resolve: (_root, { at }, context) => apps().elements.element(context.actor, at),
    }),
  );
  builder.mutationFields((t) => ({
    editAppElement: t.field({
      type: edited,
      description:
        'Edits one element by its span and makes a version of it. Refused with 409 when the file has changed since the version that was looked at. access: builder',
      does: 'change-app',
      authScopes,
      args: { at: t.arg({ type: inputs.at, required: true }), edit: t.arg({ type: inputs.edit, required: true }) },
      resolve: (_root, { at, edit }, context) => apps().elements.edit(context.actor, at, editOf(edit)),
    }),
    undoAppEdit: t.field({
      type: 'Version',
      description:
        'Takes the current version back if it was made by hand and changes no table; taking the new one back repeats it. access: builder',
      does: 'change-app',
      authScopes,
      args: { id: t.arg.id({ required: true }), versionId: t.arg.id({ required: true }) },
      resolve: (_root, { id, versionId }, context) => apps().elements.undo(context.actor, id, versionId),
    }),
  }));
}

function addInputs(builder: Builder) {
  const at = builder.inputType('ElementAt', {
    description: 'An element by its place in a version of an app.',
    fields: (t) => ({
      appId: t.id({ required: true }),
      versionId: t.id({ required: true }),
      path: t.string({ required: true }),
      line: t.int({ required: true }),
      column: t.int({ required: true }),
    }),
  });
  const textEdit = builder.inputType('ElementTextEdit', {
    fields: (t) => ({ of: t.string({ required: true }), text: t.string({ required: true }) }),
  });
  const properties = ['size', 'weight', 'color', 'background', 'padding', 'margin', 'align', 'corners'] as const satisfies StyleProperty[];
  const property = builder.enumType('ElementStyleProperty', { values: properties });
  const styleEdit = builder.inputType('ElementStyleEdit', {
    fields: (t) => ({
      property: t.field({ type: property, required: true }),
      value: t.string({ description: 'A class such as `text-xl`; null removes that of the property.' }),
    }),
  });
  const direction = builder.enumType('ElementDirection', { values: ['before', 'after'] as const });
  const edit = builder.inputType('ElementEdit', {
    isOneOf: true,
    fields: (t) => ({
      text: t.field({ type: textEdit }),
      style: t.field({ type: styleEdit }),
      classes: t.stringList({ description: 'All classes of Tailwind that it has, in their order; at most 100.' }),
      image: t.string({ description: 'An address of the web, or a path of the app.' }),
      link: t.string({ description: 'As `image`; also `mailto:`, `tel:` and `#`.' }),
      move: t.field({ type: direction, description: 'Changes places with the element before or after it.' }),
      duplicate: t.boolean(),
      remove: t.boolean(),
    }),
  });
  return { at, edit };
}

function editOf({ text, style, classes, image, link, move, duplicate, remove }: EditInput): ElementEdit {
  if (text != null) return { kind: 'text', ...text };
  if (style != null) return { kind: 'style', property: style.property, value: style.value ?? null };
  if (classes != null) return { kind: 'classes', names: classes };
  if (image != null) return { kind: 'image', address: image };
  if (link != null) return { kind: 'link', address: link };
  if (move != null) return { kind: 'move', isAfter: move === 'after' };
  if (duplicate === true) return { kind: 'duplicate' };
  if (remove === true) return { kind: 'remove' };
  throw new InvalidInput('An edit says what it changes.');
}
