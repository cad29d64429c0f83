/** Languages to choose from, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

/** `en-XA` is the pseudo-language: English made 40 % longer, to test the layout. Only local storage can choose it. */
export type Language = keyof typeof languages | 'en-XA';

/** Key in local storage; `public/early.js` reads it before the first paint. */
export const languageKey = 'sayso-language';
