import { type Catalogues, currentLanguage } from '../language.ts';
import { lengthened } from '../pseudo.ts';

/** Sentences of the server, loaded once a person begins to fill in a form. */
const server: Record<string, string> = {};

/** Only the texts of the log-in page: those of all screens are five times as large. */
export const loginCatalogues: Catalogues = {
  en: async () => (await import('./en.ts')).catalogue,
  de: async () => ({ ...(await import('./de.ts')).catalogue, server }),
  'en-XA': async () => lengthened((await import('./en.ts')).catalogue),
};

/** Loads what refusals of the server are called in the current language. Without it they are shown in English. */
export async function loadServerSentences(): Promise<void> {
  if (currentLanguage() !== 'de') return;
  const loaded = await import('../server/de.ts').catch(() => null);
  Object.assign(server, loaded?.server);
}
