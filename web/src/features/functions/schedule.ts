import cronstrue from 'cronstrue';
import 'cronstrue/locales/de';
import { currentLanguage } from '../../i18n/language.ts';

/** A cron expression in words; the expression itself when it cannot be read. */
export function inWords(schedule: string): string {
  const isGerman = currentLanguage() === 'de';
  try {
    return cronstrue.toString(schedule, { locale: isGerman ? 'de' : 'en', use24HourTimeFormat: isGerman });
  } catch {
    return schedule;
  }
}
