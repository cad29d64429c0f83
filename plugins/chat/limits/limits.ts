import type { LimitSpecs } from '@sayso/core';
import { AttachmentsFull } from '../errors.ts';

export const limits = {
  unsentFiles: {
    unit: 'files',
    window: 'none',
    most: 100,
    words: 'Files of an app that no message has yet',
    refusal: (most) => new AttachmentsFull(most),
  },
} as const satisfies LimitSpecs;
