/** The languages of the interface: answers and new apps use that of the request. */
export type Language = 'en' | 'de';

const GERMAN =
  /[äöüß]|\b(?:der|die|das|den|dem|ein|eine|einen|einem|ich|wir|und|oder|mit|für|fürs|mein|meine|meinen|unsere?|bitte|mach|baue?|mir|etwas|was|will|möchte|brauchst|nach|noch|nicht|ist|sind|kannst|brauche|brauchen|füge|hinzu|ohne|zur|zum|bei|von|nenne|entferne|sortieren|kunden|rechnungen|rezeptsammlung|lagerbestand|umfrage|alle|soll|sollen)\b/giu;
const ENGLISH = /\b(?:the|a|an|and|or|with|for|my|our|of|to|in|is|are|add|make|app|list|track|who|what|please|by|should|we|you|it)\b/giu;
/** A single compound or name: German is recognised by its ending. */
const GERMAN_ENDING = /\p{Ll}(?:liste|sammlung|verwaltung|buchung|tagebuch|buch|planer|kartei|bestand|ungen|ung|heit|keit)\b/iu;

export function languageOf(text: string): Language {
  const german = (text.match(GERMAN)?.length ?? 0) + (GERMAN_ENDING.test(text) ? 1 : 0);
  return german > (text.match(ENGLISH)?.length ?? 0) ? 'de' : 'en';
}

export function pick<T>(language: Language, { en, de }: { readonly en: T; readonly de: T }): T {
  return language === 'de' ? de : en;
}
