import { useQuery } from '@apollo/client/react';
import { Skeleton, Title } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { HomeDocument } from '../../gen/home.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FailedNote } from '../../ui/FailedNote.tsx';
import { AppCard } from './AppCard.tsx';
import classes from './HomeScreen.module.css';
import { ImportProject } from './ImportProject.tsx';
import { PromptBox } from './PromptBox.tsx';
import { TemplateGallery } from './TemplateGallery.tsx';

/** The prompt box, and below it the builder's apps. */
export function HomeScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(HomeDocument, {
    // A refetch after a mutation must not share the answer to a query that was sent before it.
    context: { queryDeduplication: false },
  });
  useTitle(t('home.title'));
  const apps = data?.apps;
  const grid = useRef<HTMLUListElement>(null);
  // After the focused card is deleted, the focus moves to the first card, or to the prompt when it was the last.
  const keptFocus = useKeptFocus(() => grid.current?.querySelector('a') ?? document.querySelector('textarea'));
  return (
    <div className={classes.root} {...keptFocus}>
      <section className={classes.hero} data-alone={apps?.length === 0 || undefined}>
        <Title order={1} ta="center">
          {t('home.ask')}
        </Title>
        <PromptBox />
      </section>
      {apps?.length === 0 ? null : (
        <section className={classes.apps} aria-labelledby="your-apps">
          <Title order={2} fz={16} lh="24px" id="your-apps">
            {t('home.yourApps')} {apps === undefined ? null : <span className={classes.count}>{apps.length}</span>}
          </Title>
          {apps === undefined && error !== undefined ? (
            <FailedNote title={t('home.failed')} error={error} onRetry={() => refetch()} />
          ) : (
            <ul ref={grid} className={classes.grid} aria-busy={apps === undefined}>
              {apps === undefined
                ? ['a', 'b', 'c'].map((key) => (
                    <li key={key}>
                      <Skeleton className={classes.skeleton} radius={12} />
                      <Skeleton h={14} w="50%" mt={14} />
                      <Skeleton h={12} w="30%" mt={8} mb={2} />
                    </li>
                  ))
                : apps.map((app) => (
                    <li key={app.id}>
                      <AppCard app={app} />
                    </li>
                  ))}
            </ul>
          )}
        </section>
      )}
      {apps === undefined ? null : <TemplateGallery isAlone={apps.length === 0} />}
      <ImportProject />
    </div>
  );
}
