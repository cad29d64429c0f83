import { Button } from '@mantine/core';
import { Package } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { fromServer, type Translator } from '../../i18n/language.ts';
import { useSession } from '../../lib/session.ts';
import { MissingItem } from './MissingItem.tsx';
import type { Absent } from './useAbsentPackages.ts';

/** An npm package that the app's code imports and apps may not: an admin can allow it, others learn who can. */
export function AbsentItem({ absent, onHide }: { readonly absent: Absent; readonly onHide: () => void }) {
  const t = useTranslations();
  const { account } = useSession();
  const { name, status } = absent;
  const isAdmin = account?.isAdmin === true;
  const label = status === 'refused' ? 'again' : 'allow';
  return (
    <MissingItem icon={Package} hideLabel={t('missing.hideAbsent', { name })} onHide={onHide} text={textOf(absent, isAdmin, t)}>
      {isAdmin && status !== 'pending' ? (
        <Button
          size="compact-sm"
          component={Link}
          to={`/settings/packages?name=${encodeURIComponent(name)}`}
          aria-label={t(`missing.${label}Named`, { name })}
        >
          {t(`missing.${label}`)}
        </Button>
      ) : null}
    </MissingItem>
  );
}

function textOf({ name, status, reason }: Absent, isAdmin: boolean, t: Translator): string {
  if (status === 'pending') return t('missing.pending', { name });
  if (status === 'refused') return t(isAdmin ? 'missing.refused' : 'missing.refusedAsk', { name, reason: fromServer(reason ?? '') });
  return isAdmin ? t('missing.absent', { name }) : t('missing.absentAsk', { name });
}
