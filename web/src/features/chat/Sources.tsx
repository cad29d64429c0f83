import { useId } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Sources.module.css';
import type { SourceOf } from './thread.ts';

/** The web pages on which an answer is based. Their icons are not loaded: that would tell their hosts who reads. */
export function Sources({ sources }: { readonly sources: readonly SourceOf[] }) {
  const t = useTranslations();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {t('chat.sources')}
      </h3>
      <ol className={classes.list}>
        {sources.map(({ url, title }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" title={url}>
              <span className={classes.name}>{title}</span>
              {hostOf(url) === title ? null : <span className={classes.host}>{hostOf(url)}</span>}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
