import { type Builder, InvalidInput } from '@sayso/core';
import type { ChatService } from '../service.ts';
import type { MessageView } from '../turns/view.ts';
import type { ListedRating, RatingPage, RatingShare, RatingSummary } from './ratings.ts';
import { RATING_FILTERS, RATINGS } from './state.ts';

const forAdmins = { authScopes: { admin: true } };
const MAX_DAYS = 366;

/** The rating of a message, as the builder gave it. */
export function addFeedback(builder: Builder) {
  const rating = builder.enumType('MessageRating', { values: RATINGS });
  const feedback = builder.objectRef<NonNullable<MessageView['feedback']>>('MessageFeedback').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ rating: t.expose('rating', { type: rating }), comment: t.exposeString('comment') }),
  });
  return { rating, feedback };
}

/** The builder's rating of an answer. */
export function addRating(builder: Builder, chat: () => ChatService, { rating }: Pick<ReturnType<typeof addFeedback>, 'rating'>): void {
  builder.mutationField('rateMessage', (t) =>
    t.field({
      type: 'ChatMessage',
      description: 'Keeps how helpful an answer of the assistant was; without a rating, withdraws it.',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        messageId: t.arg.id({ required: true }),
        rating: t.arg({ type: rating }),
        comment: t.arg.string({ description: 'At most 2,000 characters.' }),
      },
      resolve: (_root, { messageId, ...args }, context) =>
        chat().rate(context.actor, { messageId, rating: args.rating ?? null, comment: args.comment ?? '' }),
    }),
  );
}

/** What admins of the installation read of all ratings. */
export function addRatings(builder: Builder, chat: () => ChatService, { rating }: Pick<ReturnType<typeof addFeedback>, 'rating'>): void {
  const filterType = builder.enumType('RatingFilter', { values: RATING_FILTERS });
  const page = addPage(builder, rating);
  const summary = addSummary(builder);
  builder.queryFields((t) => ({
    ratings: t.field({
      type: page,
      description: 'Ratings of answers in all apps, newest first, 50 at a time. access: admin',
      does: 'look',
      ...forAdmins,
      args: { filter: t.arg({ type: filterType }), after: t.arg.string({ description: '`next` of the previous page.' }) },
      resolve: (_root, { filter, after }) => chat().ratings.page(filter ?? null, after ?? null),
    }),
    ratingSummary: t.field({
      type: summary,
      description: 'How answers of the last days were rated, by model and by prompt. access: admin',
      does: 'look',
      ...forAdmins,
      args: { days: t.arg.int({ required: true, description: '1 to 366.' }) },
      resolve: (_root, { days }) => {
        if (days < 1 || days > MAX_DAYS) throw new InvalidInput(`A summary is of 1 to ${MAX_DAYS} days.`);
        return chat().ratings.summary(days);
      },
    }),
  }));
}

function addPage(builder: Builder, rating: ReturnType<typeof addFeedback>['rating']) {
  const listed = builder.objectRef<ListedRating>('ListedRating').implement({
    description: 'A rating with the figures of its answer, without the conversation.',
    ...forAdmins,
    fields: (t) => ({
      id: t.exposeID('id'),
      rating: t.expose('rating', { type: rating }),
      comment: t.exposeString('comment', { description: 'Empty without one.' }),
      appName: t.exposeString('appName', { nullable: true, description: 'Null for an app in the trash.' }),
      model: t.exposeString('model', { nullable: true, description: 'Null when the model gave no answer.' }),
      promptVersion: t.exposeString('promptVersion', { nullable: true, description: 'Null for answers of earlier releases.' }),
      tokens: t.exposeInt('tokens', { nullable: true, description: 'Of all rounds of the answer.' }),
      cost: t.exposeFloat('cost', { nullable: true, description: "Dollars; null when the model's price is not known." }),
      at: t.expose('at', { type: 'DateTime' }),
    }),
  });
  return builder.objectRef<RatingPage>('RatingPage').implement({
    ...forAdmins,
    fields: (t) => ({
      ratings: t.expose('ratings', { type: [listed] }),
      next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null at the end.' }),
    }),
  });
}

function addSummary(builder: Builder) {
  const share = builder.objectRef<RatingShare>('RatingShare').implement({
    ...forAdmins,
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true, description: 'Null when it is not known.' }),
      good: t.exposeInt('good'),
      bad: t.exposeInt('bad'),
    }),
  });
  return builder.objectRef<RatingSummary>('RatingSummary').implement({
    ...forAdmins,
    fields: (t) => ({
      good: t.exposeInt('good'),
      bad: t.exposeInt('bad'),
      commented: t.exposeInt('commented', { description: 'Ratings with a comment.' }),
      models: t.expose('models', { type: [share], description: 'The most rated first.' }),
      promptVersions: t.expose('promptVersions', { type: [share], description: 'The most recently rated first.' }),
    }),
  });
}
