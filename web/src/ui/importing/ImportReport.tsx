import { useTranslations } from 'use-intl';
import { fromServer } from '../../i18n/language.ts';
import { ClosedTables } from './ClosedTables.tsx';
import { ImportedHosts } from './ImportedHosts.tsx';
import classes from './Importing.module.css';
import type { Imported } from './importProject.ts';

/** What became of the files of an imported project. */
export function ImportReport({ imported: { id, taken, left, changed, backEnds, closed } }: { readonly imported: Imported }) {
  const t = useTranslations('importing');
  return (
    <>
      <p className={classes.taken}>{t('taken', { count: taken })}</p>
      {closed.length > 0 && <ClosedTables appId={id} closed={closed} />}
      <ImportedHosts appId={id} />
      {backEnds.length > 0 && (
        <section className={classes.part}>
          <h3>{t('backEnds')}</h3>
          <ul className={classes.left}>
            {backEnds.map(({ name, instead, files }) => (
              <li key={name}>
                {t('calls', { name, count: files.length })}
                <span>{t('instead', { instead })}</span>
                <span>{files.join(', ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed.length > 0 && (
        <section className={classes.part}>
          <h3>{t('changed', { count: changed.length })}</h3>
          <ul className={classes.left}>
            {changed.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path}
                <span>{fromServer(message)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <section className={classes.part}>
          <h3>{t('left', { count: left.length })}</h3>
          <ul className={classes.left}>
            {left.map(({ path, reason, message }) => (
              <li key={path}>
                {path}
                <span>{reason === 'refused' ? fromServer(message ?? '') : t(reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
