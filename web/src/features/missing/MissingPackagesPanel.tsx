import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { Blocks } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MissingPackagesDocument } from '../../gen/missingPackages.ts';
import { useApp, useInstallPackage, useShownVersion } from '../../lib/workspace/hooks.ts';
import { AbsentItem } from './AbsentItem.tsx';
import { MissingItem } from './MissingItem.tsx';
import classes from './MissingPackagesPanel.module.css';
import { type Absent, useAbsentPackages } from './useAbsentPackages.ts';

/** Over the preview: packages that the app's code imports and the app does not have. */
export default function MissingPackagesPanel() {
  const { currentVersion } = useApp();
  const { isOlder } = useShownVersion();
  // Before the first version, too: the turn that writes it may wait for packages.
  const absent = useAbsentPackages();
  if (currentVersion === null || isOlder) return null;
  // Each version may import others.
  return <MissingPackages key={currentVersion.id} absent={absent} />;
}

function MissingPackages({ absent: all }: { readonly absent: readonly Absent[] }) {
  const t = useTranslations('missing');
  const { id: appId } = useApp();
  const install = useInstallPackage();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // A failure is not shown: the panel of integrations reports it, and the calls themselves do.
  const { data } = useQuery(MissingPackagesDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const missing = (data?.integrationPackages.missing ?? []).filter((name) => !hidden.includes(name));
  const absent = all.filter(({ name }) => !hidden.includes(name));
  const hide = (name: string) => setHidden([...hidden, name]);
  return (
    <div role="status">
      {missing.length + absent.length === 0 ? null : (
        <aside className={classes.root} aria-label={t('title')}>
          {missing.map((name) => (
            <MissingItem key={name} icon={Blocks} text={t('missing', { name })} hideLabel={t('hide', { name })} onHide={() => hide(name)}>
              <Button size="compact-sm" aria-label={t('installNamed', { name })} onClick={() => install(name)}>
                {t('install')}
              </Button>
            </MissingItem>
          ))}
          {absent.map((one) => (
            <AbsentItem key={one.name} absent={one} onHide={() => hide(one.name)} />
          ))}
        </aside>
      )}
    </div>
  );
}
