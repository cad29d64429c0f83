import { translator } from '../i18n/language.ts';

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

/** A shortcut as the visitor's keyboard names it: `⌘K` or `Ctrl K`. */
export const shortcut = (key: string): string => (isApple ? `⌘${key}` : `${translator()('common.control')} ${key}`);
