import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'files'> = {
  code: 'Code',
  copy: 'Datei kopieren',
  deleted: '{file} gelöscht',
  deleteFailed: 'Die Datei konnte nicht gelöscht werden',
  deleteFile: '{file} löschen',
  deleteTitle: '{file} löschen?',
  deleteWhy: 'Dabei entsteht eine neue Version ohne die Datei. Du kannst die vorige Version wiederherstellen.',
  empty: {
    title: 'Noch keine Dateien',
    why: 'Sie erscheinen hier, sobald der Assistent deine App geschrieben hat.',
  },
  failed: 'Der Code konnte nicht geladen werden. Bitte versuche es noch einmal.',
  file: 'Datei',
  files: 'Dateien',
  folder: {
    app: 'App',
    components: 'Komponenten',
    entities: 'Tabellen',
    pages: 'Seiten',
    services: 'Dienste',
  },
  readOnly: 'Nur lesen',
  saveBy: 'Speichern ({keys})',
  saveFailed: 'Die Datei konnte nicht gespeichert werden',
  takeOver: {
    button: 'Code eines Bausteins übernehmen',
    choose: 'Code dieses Bausteins übernehmen',
    done: 'Der Code des Bausteins „{block}“ ist jetzt in {file}. Stelle die Version davor wieder her, um es rückgängig zu machen.',
    failed: 'Der Code des Bausteins konnte nicht übernommen werden',
    unsaved: 'Speichere oder verwirf zuerst deine Änderungen',
  },
};
