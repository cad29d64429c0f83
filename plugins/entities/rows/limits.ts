import type { LimitSpecs } from '@sayso/core';
import { QuotaReached } from '../errors.ts';

/** Views that an account keeps of one table. */
export const MAX_VIEWS = 50;

export const limits = {
  views: {
    unit: 'views',
    window: 'none',
    most: MAX_VIEWS,
    words: 'Views of one table that one account keeps',
    refusal: (most) => new QuotaReached(`A table has at most ${most} views of yours. Delete one first.`),
  },
} satisfies LimitSpecs;
