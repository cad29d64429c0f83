import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'validation'> = {
  again: 'Erneut prüfen',
  applying: 'Dateien lesen',
  detectors: 'Detektoren',
  failed: 'Fehler: Die Prüfung ist fehlgeschlagen',
  fixes: '{count, plural, one {# Korrektur} other {# Korrekturen}}',
  line: 'Zeile {line}',
  milliseconds: '{milliseconds, number} ms',
  none: 'Keine Probleme gefunden',
  noneWhy: 'Alle Detektoren haben diese Version geprüft.',
  rendering: {
    done: '{count, plural, =0 {Keine Seite wurde gerendert.} one {# Seite gerendert, ohne Zeilen und mit Beispielzeilen.} other {# Seiten gerendert, ohne Zeilen und mit Beispielzeilen.}}',
    partial: '{count, plural, one {Nur # Seite konnte gerendert werden.} other {Nur # Seiten konnten gerendert werden.}}',
    unavailable: 'Die Seiten konnten diesmal nicht gerendert werden. Über die App sagt das nichts.',
  },
  renderingPages: 'Davon Seiten rendern',
  repairedFiles: 'Reparierte Dateien',
  running: 'Wird geprüft …',
  severity: { error: 'Fehler', repaired: 'Repariert', warning: 'Warnung' },
  summary:
    '{errors, plural, =0 {Keine Fehler} one {# Fehler} other {# Fehler}}, {warnings, plural, =0 {keine Warnungen} one {# Warnung} other {# Warnungen}}, {repaired, plural, =0 {nichts repariert} other {# repariert}}',
  test: 'Prüfung der Version',
  timings: 'Zeiten',
  title: 'Ergebnis der Prüfung',
  validating: 'Prüfen',
  wholeApp: 'Die ganze App',
};
