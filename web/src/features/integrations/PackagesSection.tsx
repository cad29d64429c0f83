import { useQuery } from '@apollo/client/react';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Puzzle, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { IntegrationPackagesDocument, type OfferedPackageFragment, type PackagesOfAppFragment } from '../../gen/packages.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { InstalledPackage } from './InstalledPackage.tsx';
import classes from './IntegrationsPanel.module.css';
import { PackageEvents } from './PackageEvents.tsx';
import { PackageForm } from './PackageForm.tsx';
import { PackageIcon } from './PackageIcon.tsx';

/** Packages of others: those of the app, what it misses, and the catalogue. */
export function PackagesSection() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const { data, error, refetch } = useQuery(IntegrationPackagesDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const [picked, setPicked] = useState<string | null>(null);
  const [query, setQuery] = useSearchParams();
  if (data === undefined && error !== undefined)
    return (
      <Stack gap={8} align="flex-start">
        <FormError message={sentence(error)} />
        <Button size="xs" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </Stack>
    );
  if (data === undefined) return <Skeleton h={120} />;
  const packages = data.integrationPackages;
  // Another panel asks for one by the address.
  const asked = isViewer ? null : query.get('install');
  // By its name: the form shows what the package declares now.
  const chosen = packages.catalogue.find((offer) => offer.package.name === (picked ?? asked));
  const pick = (offer: OfferedPackageFragment) => setPicked(offer.package.name);
  const close = () => {
    setPicked(null);
    setQuery((before) => withoutInstall(before), { replace: true });
  };
  return (
    <>
      <Installed packages={packages} onInstall={pick} />
      <Catalogue packages={packages} onInstall={pick} />
      {packages.events.length === 0 ? null : <PackageEvents events={packages.events} />}
      {chosen === undefined ? null : (
        <PackageForm
          key={chosen.package.name}
          declared={chosen.package}
          digest={chosen.digest}
          installed={null}
          names={packages.installed.flatMap((one) => (one.package.name === chosen.package.name ? [one.name] : []))}
          onClose={close}
        />
      )}
    </>
  );
}

function withoutInstall(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('install');
  return next;
}

interface ListProps {
  readonly packages: PackagesOfAppFragment;
  readonly onInstall: (offer: OfferedPackageFragment) => void;
}

function Installed({ packages, onInstall }: ListProps) {
  const t = useTranslations('integrations.packages');
  return (
    <section aria-label={t('title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('title')}
      </Text>
      <Stack gap={8} mt={packages.missing.length === 0 ? 0 : 12}>
        {packages.missing.map((name) => (
          <Missing key={name} name={name} offer={packages.catalogue.find((one) => one.package.name === name)} onInstall={onInstall} />
        ))}
      </Stack>
      {packages.installed.length === 0 ? (
        <EmptyNote icon={Puzzle} title={t('emptyTitle')} description={t('empty')} />
      ) : (
        <ul className={classes.list}>
          {packages.installed.map((one) => (
            <InstalledPackage key={one.id} installed={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface MissingProps {
  readonly name: string;
  readonly offer: OfferedPackageFragment | undefined;
  readonly onInstall: (offer: OfferedPackageFragment) => void;
}

/** A package that the app's code imports. */
function Missing({ name, offer, onInstall }: MissingProps) {
  const t = useTranslations('integrations.packages');
  const isViewer = useIsViewer();
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      icon={<TriangleAlert size={16} />}
      title={t('missing', { name: offer?.package.title ?? name })}
    >
      {offer === undefined ? (
        t('missingUnknown', { name })
      ) : (
        <Button size="xs" disabled={isViewer} onClick={() => onInstall(offer)}>
          {t('install', { name: offer.package.title })}
        </Button>
      )}
    </Alert>
  );
}

function Catalogue({ packages, onInstall }: ListProps) {
  const t = useTranslations('integrations.packages');
  const isViewer = useIsViewer();
  return (
    <section aria-label={t('catalogue')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('catalogue')}
      </Text>
      <ul className={classes.list}>
        {packages.catalogue.map((offer) => {
          const { name, title, sentence: what, price, version } = offer.package;
          return (
            <li key={name} className={classes.endpoint}>
              <PackageIcon declared={offer.package} />
              <div className={classes.what}>
                <Text component="h3" fz="sm" fw={500} m={0}>
                  {title}
                </Text>
                <Text fz="xs" c="dimmed">
                  {what}
                </Text>
                <Text fz="xs" c="dimmed">
                  {[t('version', { version }), t(offer.isBuiltIn ? 'builtIn' : 'byOperator'), price].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                disabled={isViewer}
                aria-label={t('install', { name: title })}
                onClick={() => onInstall(offer)}
              >
                {t('installNow')}
              </Button>
            </li>
          );
        })}
        {packages.broken.map(({ name, problem }) => (
          <li key={name} className={classes.endpoint}>
            <div className={classes.what}>
              <Text component="h3" fz="sm" fw={500} m={0}>
                {name}
              </Text>
              <Text fz="xs" className={classes.message}>
                {t('broken', { problem })}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
