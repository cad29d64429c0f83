import { useQuery } from '@apollo/client/react';
import { Button, CloseButton, Text } from '@mantine/core';
import { Blocks } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MissingPackagesDocument } from '../../gen/missingPackages.ts';
import { useApp, useInstallPackage, useShownVersion } from '../../lib/workspace/hooks.ts';
import classes from './MissingPackagesPanel.module.css';

/** Over the preview: packages that the app's code imports and the app does not have. */
export default function MissingPackagesPanel() {
  const { currentVersion } = useApp();
  const { isOlder } = useShownVersion();
  if (currentVersion === null || isOlder) return null;
  // Each version may import others.
  return <MissingPackages key={currentVersion.id} />;
}

function MissingPackages() {
  const t = useTranslations('missing');
  const { id: appId } = useApp();
  const install = useInstallPackage();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // A failure is not shown: the panel of integrations reports it, and the calls themselves do.
  const { data } = useQuery(MissingPackagesDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const missing = (data?.integrationPackages.missing ?? []).filter((name) => !hidden.includes(name));
  return (
    <div role="status">
      {missing.length === 0 ? null : (
        <aside className={classes.root} aria-label={t('title')}>
          {missing.map((name) => (
            <div key={name} className={classes.item}>
              <Blocks size={16} className={classes.icon} aria-hidden="true" />
              <Text fz={13} className={classes.text}>
                {t('missing', { name })}
              </Text>
              <Button size="compact-sm" aria-label={t('installNamed', { name })} onClick={() => install(name)}>
                {t('install')}
              </Button>
              <CloseButton size="sm" aria-label={t('hide', { name })} onClick={() => setHidden([...hidden, name])} />
            </div>
          ))}
        </aside>
      )}
    </div>
  );
}
