import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../FormError.tsx';
import classes from './Importing.module.css';
import type { Imported } from './importProject.ts';
import { openReading } from './openReading.ts';

interface ClosedTablesProps {
  readonly appId: string;
  readonly closed: Imported['closed'];
}

/**
 * The tables that pages read which need no log-in, while only people who are logged in see rows there, and only their own. Those with columns
 * that look personal are not chosen at first, nor those whose rows such pages change: what people enter may be theirs.
 */
export function ClosedTables({ appId, closed }: ClosedTablesProps) {
  const t = useTranslations('importing.closed');
  const [left, setLeft] = useState(closed);
  const [chosen, setChosen] = useState(
    () => new Set(closed.filter((one) => !one.isChanged && personalOf(one).length === 0).map(({ table }) => table)),
  );
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async () => {
    setIsSaving(true);
    setFailure(null);
    try {
      // One after another: each is a version of the app that builds on the one before.
      for (const { table } of left.filter((one) => chosen.has(one.table))) {
        await openReading(appId, table);
        setLeft((all) => all.filter((one) => one.table !== table));
        setOpened((all) => [...all, table]);
      }
    } catch (error) {
      setFailure(error instanceof TypeError ? sentence(error) : (error as Error).message);
    } finally {
      setIsSaving(false);
    }
  };
  const choose = (table: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(table);
    else next.delete(table);
    setChosen(next);
  };
  const count = left.filter(({ table }) => chosen.has(table)).length;
  return (
    <section className={classes.part} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p className={classes.why}>{t('why')}</p>
      <ul className={classes.left}>
        {left.map((one) => (
          <li key={one.table}>
            <Checkbox
              label={one.table}
              checked={chosen.has(one.table)}
              disabled={isSaving}
              onChange={(event) => choose(one.table, event.currentTarget.checked)}
            />
            <span>{t('pages', { count: one.pages.length, pages: one.pages.join(', ') })}</span>
            {one.columns.length > 0 && <span>{t('columns', { columns: one.columns.map(({ name }) => name).join(', ') })}</span>}
            {one.isChanged && <span>{t('isChanged')}</span>}
            {personalOf(one).length > 0 && (
              <strong className={classes.warning}>{t('personal', { columns: personalOf(one).join(', ') })}</strong>
            )}
          </li>
        ))}
      </ul>
      {opened.length > 0 && <p role="status">{t('opened', { tables: opened.join(', ') })}</p>}
      <FormError message={failure} />
      {left.length > 0 && (
        <Button size="compact-sm" loading={isSaving} disabled={count === 0} onClick={() => void open()}>
          {t('open', { count })}
        </Button>
      )}
    </section>
  );
}

const personalOf = ({ columns }: Imported['closed'][number]): string[] =>
  columns.flatMap(({ name, isPersonal }) => (isPersonal ? name : []));
