import { Skeleton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './Skeleton.module.css';

/** Skeleton of the builder while its app loads. */
export function WorkspaceSkeleton() {
  const t = useTranslations();
  return (
    <div className={classes.root} role="status" aria-label={t('common.loading')}>
      <div className={classes.header}>
        <Skeleton h={16} w={160} />
        <Skeleton h={28} w={88} />
      </div>
      <div className={classes.body}>
        <div className={classes.chat} />
        <div className={classes.preview} />
      </div>
    </div>
  );
}
