import { type LimitSpecs, TooManyRequests } from '@sayso/core';
import { TooManyApps, TooManyBranches } from '../errors.ts';

const refuse = (sentence: string) => () => new TooManyRequests(sentence);

/** What accounts make. Standing counts say how much there may be, those of a day how often it may be made and deleted. */
export const limits = {
  apps: {
    unit: 'apps',
    window: 'none',
    most: 'MAX_APPS_PER_ACCOUNT',
    words: 'Apps of one account',
    refusal: (most) => new TooManyApps(most, most),
  },
  appsMade: {
    unit: 'apps',
    window: 'day',
    most: 'APPS_PER_ACCOUNT_AND_DAY',
    words: 'Apps that one account makes in a day',
    refusal: refuse('You have made as many apps today as an account may make in a day. Please try again tomorrow.'),
  },
  ideas: {
    unit: 'ideas',
    window: 'none',
    most: 'MAX_BRANCHES_PER_APP',
    words: 'Ideas that are tried on one app at a time',
    refusal: (most) => new TooManyBranches(most),
  },
  ideasMade: {
    unit: 'ideas',
    window: 'day',
    most: 'BRANCHES_PER_ACCOUNT_AND_DAY',
    words: 'Ideas that are begun in all apps of one account in a day',
    refusal: refuse('As many ideas were begun today as an account may have in a day. Please try again tomorrow.'),
  },
  addresses: {
    unit: 'addresses',
    window: 'none',
    most: 'MAX_ADDRESSES_PER_ACCOUNT',
    words: 'Addresses at which apps of one account were published, also earlier ones, which stay reserved',
    refusal: (most) =>
      new TooManyRequests(`Your apps were published at ${most} addresses, as many as an account may have. Keep the current one.`),
  },
  addressesMade: {
    unit: 'addresses',
    window: 'day',
    most: 'ADDRESSES_PER_ACCOUNT_AND_DAY',
    words: 'New addresses at which apps of one account are published in a day',
    refusal: refuse('Your apps were published at as many new addresses today as an account may have in a day. Please try again tomorrow.'),
  },
  invitationsMade: {
    unit: 'invitations',
    window: 'day',
    most: 'INVITATIONS_PER_ACCOUNT_AND_DAY',
    words: 'Invitations that one account makes in a day',
    refusal: (most) => new TooManyRequests(`You have made ${most} invitations today. Try again tomorrow.`),
  },
  invitationsTo: {
    unit: 'invitations',
    window: 'day',
    most: 'INVITATIONS_PER_RECIPIENT_AND_DAY',
    words: 'Invitations that one address gets in a day',
    refusal: refuse('This address got as many invitations today as it may get in a day. Copy a link instead, or try again tomorrow.'),
  },
} satisfies LimitSpecs;
