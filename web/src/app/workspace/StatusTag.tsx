import { useTranslations } from 'use-intl';
import classes from './StatusTag.module.css';

interface StatusTagProps {
  readonly status: 'draft' | 'active';
  readonly isSaving: boolean;
}

/** Draft or active, with a green dot when it is live; small screens show the text alone. */
export function StatusTag({ status, isSaving }: StatusTagProps) {
  const t = useTranslations();
  const isActive = status === 'active';
  return (
    <span className={classes.root} role="status">
      {isActive ? <span className={classes.dot} aria-hidden="true" /> : null}
      <span className={classes.large}>{isSaving ? t('app.saving') : isActive ? t('common.live') : t('common.draft')}</span>
      <span className={classes.small}>{isSaving ? t('app.saving') : isActive ? t('app.published') : t('app.notPublished')}</span>
    </span>
  );
}
