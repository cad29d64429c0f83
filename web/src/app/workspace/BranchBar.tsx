import { Anchor } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { WorkspaceApp } from '../../lib/workspace/panel.ts';
import classes from './OlderVersion.module.css';

/** Bar over the panels of a branch. */
export function BranchBar({ name, app }: NonNullable<WorkspaceApp['branch']>) {
  const t = useTranslations();
  return (
    <div className={classes.bar} role="status">
      <Lightbulb size={14} aria-hidden="true" />
      <span className={classes.text}>{t('branches.trying', { name, app: app.name })}</span>
      <Anchor className="target" component={Link} to={`/build/app/${app.id}`} fz="sm">
        {t('branches.toApp', { app: app.name })}
      </Anchor>
    </div>
  );
}
