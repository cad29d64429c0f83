import type { Builder } from '@sayso/core';
import type { Rates, Usage } from '@sayso/models/ref';
import type { QuotaCost } from '../collections.ts';
import type { MessageQuota, MessageQuotas } from './quotas.ts';

/** What messages take: of the limits of their sender, and of the model. */
export function addCosts(builder: Builder) {
  const quota = builder.objectRef<MessageQuota>('MessageQuota').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ used: t.exposeInt('used'), limit: t.exposeInt('limit') }),
  });
  const quotas = builder.objectRef<MessageQuotas>('MessageQuotas').implement({
    description: 'Null: without a limit.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      day: t.expose('day', { type: quota, nullable: true }),
      month: t.expose('month', { type: quota, nullable: true }),
    }),
  });
  const quotaCost = builder.objectRef<QuotaCost>('QuotaCost').implement({
    description: "What a message counted of its sender's limits.",
    extensions: { access: 'parent' },
    fields: (t) => ({
      messages: t.exposeInt('messages', { description: 'One, however often the model is asked for its answer.' }),
      dayLimit: t.exposeInt('dayLimit', { nullable: true, description: 'Messages that the sender had in a day; null without a limit.' }),
      monthLimit: t.exposeInt('monthLimit', { nullable: true, description: 'The same in a month.' }),
    }),
  });
  return { quotas, quotaCost, usage: addUsageType(builder) };
}

function addUsageType(builder: Builder) {
  const rates = builder.objectRef<Rates>('TokenRates').implement({
    description: 'Dollars per million tokens.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      prompt: t.exposeFloat('prompt'),
      completion: t.exposeFloat('completion'),
      cacheRead: t.exposeFloat('cacheRead'),
      cacheWrite: t.exposeFloat('cacheWrite'),
    }),
  });
  return builder.objectRef<Usage>('Usage').implement({
    description: "Tokens of all rounds of an answer. Costs are in dollars; null when the model's price is not known.",
    extensions: { access: 'parent' },
    fields: (t) => ({
      promptTokens: t.exposeInt('promptTokens', { description: 'All that the model read, those of the cache included.' }),
      completionTokens: t.exposeInt('completionTokens'),
      totalTokens: t.exposeInt('totalTokens'),
      totalCost: t.exposeFloat('totalCost', { nullable: true }),
      cacheReadTokens: t.exposeInt('cacheReadTokens', { nullable: true, description: 'Null when the endpoint does not state them.' }),
      cacheWriteTokens: t.exposeInt('cacheWriteTokens', { nullable: true }),
      promptCost: t.exposeFloat('promptCost', { nullable: true, description: 'Of the prompt without the tokens of the cache.' }),
      completionCost: t.exposeFloat('completionCost', { nullable: true }),
      cacheReadCost: t.exposeFloat('cacheReadCost', { nullable: true }),
      cacheWriteCost: t.exposeFloat('cacheWriteCost', { nullable: true }),
      rates: t.expose('rates', { type: rates, nullable: true }),
      model: t.exposeString('model'),
      finishReason: t.exposeString('finishReason'),
    }),
  });
}
