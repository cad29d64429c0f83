import type { Builder } from '@sayso/core';
import { type Review, THING_KINDS } from '../collections.ts';
import type { BroughtBack, ChatService } from '../service.ts';
import type { MessageView } from '../turns/view.ts';
import type { BackWay } from './bring-back.ts';
import { NEXT_STEPS, type NextStep } from './next-steps.ts';

interface ShownReview extends Review {
  readonly broughtBack: NonNullable<MessageView['broughtBack']>;
}

type ShownThing = Review['vanished'][number] & { readonly broughtBack: BackWay | null };

const BACK_WAYS = {
  place: { description: 'It alone, where it was.' },
  file: { description: 'Its whole file as it was before, with all that the version changed in it.' },
  stands: { description: 'It stands already; no version was made.' },
  ask: { description: 'The code around it has changed too much: the assistant has to do it. No version was made.' },
} as const;

/** What a version changed, and the ways in which vanished things come back. */
export function addReview(builder: Builder) {
  const change = builder.enumType('ChangeKind', { values: ['added', 'changed', 'removed'] as const });
  const subject = builder.enumType('ChangeSubject', {
    values: ['page', 'component', 'service', 'table', 'field', 'permission', 'style', 'layout'] as const,
  });
  const kind = builder.enumType('VanishedKind', { values: THING_KINDS });
  const way = builder.enumType('BackWay', { values: BACK_WAYS });
  const line = builder.objectRef<Review['lines'][number]>('ChangeLine').implement({
    description: 'What a version did with the things of one kind.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      subject: t.expose('subject', { type: subject }),
      change: t.expose('change', { type: change }),
      names: t.exposeStringList('names', { description: 'The first four; none of the layout and of the styles.' }),
      count: t.exposeInt('count', { description: 'All of them.' }),
      table: t.exposeString('table', { nullable: true, description: 'The table of fields.' }),
    }),
  });
  const thing = builder.objectRef<ShownThing>('VanishedThing').implement({
    description: 'Something that a version no longer has although the request did not ask for that.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      // Unique within its message only: no `id`, by which clients would merge those of several messages.
      thingId: t.string({ description: 'For `bringBack`.', resolve: ({ id }) => id }),
      kind: t.expose('kind', { type: kind }),
      name: t.exposeString('name', { description: 'Its label, or its name.' }),
      table: t.exposeString('table', { nullable: true, description: 'The table of a field.' }),
      file: t.exposeString('file'),
      line: t.exposeInt('line', { description: 'In the version before.' }),
      text: t.exposeString('text', { description: 'That line.' }),
      broughtBack: t.expose('broughtBack', { type: way, nullable: true, description: 'How the builder brought it back; null before.' }),
    }),
  });
  const review = builder.objectRef<ShownReview>('VersionReview').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      lines: t.field({ type: [line], description: 'At most 6.', resolve: ({ lines }) => lines }),
      moreLines: t.exposeInt('moreLines', { description: 'Changes beyond those.' }),
      vanished: t.field({
        type: [thing],
        description: 'At most 20.',
        resolve: ({ vanished, broughtBack }) =>
          vanished.map((one) => ({ ...one, broughtBack: broughtBack.find(({ id }) => id === one.id)?.way ?? null })),
      }),
      moreVanished: t.exposeInt('moreVanished', { description: 'Vanished things beyond those.' }),
    }),
  });
  return { review, way };
}

/** Bringing a vanished thing back. */
export function addBringBack(builder: Builder, chat: () => ChatService, { way }: Pick<ReturnType<typeof addReview>, 'way'>): void {
  const answer = builder.objectRef<BroughtBack>('BroughtBack').implement({
    authScopes: { builder: true },
    fields: (t) => ({ way: t.expose('way', { type: way }), message: t.expose('message', { type: 'ChatMessage' }) }),
  });
  builder.mutationField('bringBack', (t) =>
    t.field({
      type: answer,
      description:
        'Makes a version in which something that vanished with a message stands again. Idempotent. Refused with 409 while a turn is under way, and when `versionId` is no longer the current version.',
      does: 'change-app',
      authScopes: { builder: true },
      args: { messageId: t.arg.id({ required: true }), thingId: t.arg.string({ required: true }), versionId: t.arg.id({ required: true }) },
      resolve: (_root, args, context) => chat().bringBack(context.actor, args),
    }),
  );
}

export function addNextStep(builder: Builder) {
  const kind = builder.enumType('NextStepKind', { values: NEXT_STEPS });
  return builder.objectRef<NextStep>('NextStep').implement({
    description: 'Something that an app lacks. `page`: nothing shows the table. `form`: nothing adds rows to it. `rows`: it is empty.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      kind: t.expose('kind', { type: kind }),
      table: t.exposeString('table', { nullable: true, description: 'As the app calls it; null for `rows` of all empty tables.' }),
    }),
  });
}
