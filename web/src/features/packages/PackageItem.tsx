import { useMutation } from '@apollo/client/react';
import { ActionIcon, Anchor, Badge, Loader, Menu, Text } from '@mantine/core';
import { EllipsisVertical, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { AllowNpmPackageDocument, type NpmPackageFragment, NpmPackagesDocument } from '../../gen/npmPackages.ts';
import { currentLanguage, fromServer } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import classes from './PackagesScreen.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';

const MAX_APPS = 5;
const MAX_SPECIFIERS = 8;

/** One package: what it is, what became of the latest request, and the apps that import it. */
export function PackageItem({ shown }: { readonly shown: NpmPackageFragment }) {
  const t = useTranslations();
  const { id, requested, version, status, reason, warnings, specifiers, isConfigured } = shown;
  const others = specifiers.filter((one) => one !== id);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <Text fw={500} className={classes.title}>
          {id} {version === null ? null : <span className={classes.dimmed}>{version}</span>}
        </Text>
        <State shown={shown} />
        {isConfigured ? null : <Actions shown={shown} />}
      </div>
      <Facts shown={shown} />
      {status === 'refused' && reason !== null ? (
        <Text fz="sm" className={classes.refused}>
          {version === null ? fromServer(reason) : t('packages.refusedOther', { version: requested, reason: fromServer(reason) })}
        </Text>
      ) : null}
      {version !== null && others.length > 0 ? (
        <Text fz="sm" c="dimmed" className={classes.paths}>
          {t('packages.alsoImports', {
            paths: others.slice(0, MAX_SPECIFIERS).join(', '),
            more: Math.max(others.length - MAX_SPECIFIERS, 0),
          })}
        </Text>
      ) : null}
      {warnings.map((warning) => (
        <Text key={warning} fz="sm" className={classes.warning}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{fromServer(warning)}</span>
        </Text>
      ))}
      <Apps shown={shown} />
    </li>
  );
}

function State({ shown: { status, step, version } }: { readonly shown: NpmPackageFragment }) {
  const t = useTranslations();
  if (status === 'pending')
    return (
      <span className={classes.step} role="status">
        <Loader size={12} aria-hidden="true" />
        {t(`packages.step.${step ?? 'queued'}`)}
      </span>
    );
  const isRefused = status === 'refused';
  return (
    <Badge color={isRefused ? 'red' : 'green'} variant="light" tt="none" fw={500}>
      {isRefused ? (version === null ? t('packages.refused') : t('packages.updateRefused')) : t('packages.ready')}
    </Badge>
  );
}

function Facts({ shown }: { readonly shown: NpmPackageFragment }) {
  const t = useTranslations();
  const { licence, bytes, gzipBytes, dependencies, bundledAt, isConfigured, version } = shown;
  if (version === null || bytes === null || gzipBytes === null || bundledAt === null)
    return isConfigured ? (
      <Text fz="sm" c="dimmed">
        {t('packages.configured')}
      </Text>
    ) : null;
  const facts = [
    licence ?? t('packages.noLicence'),
    t('packages.size', { size: kilobytes(bytes), gzip: kilobytes(gzipBytes) }),
    t('packages.dependencies', { count: dependencies ?? 0 }),
    timeAgo(bundledAt),
    ...(isConfigured ? [t('packages.configured')] : []),
  ];
  return (
    <Text fz="sm" c="dimmed" title={fullTime(bundledAt)}>
      {facts.join(' · ')}
    </Text>
  );
}

const kilobytes = (bytes: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: bytes < 10_000 ? 1 : 0 }).format(
    bytes / 1000,
  );

function Apps({ shown: { apps } }: { readonly shown: NpmPackageFragment }) {
  const t = useTranslations();
  if (apps.length === 0) return null;
  return (
    <Text fz="sm" className={classes.apps}>
      <span className={classes.dimmed}>{t('packages.usedBy')}</span>{' '}
      {apps.slice(0, MAX_APPS).map((app, index) => (
        <span key={app.id}>
          {index === 0 ? '' : ', '}
          <Anchor component={Link} to={`/build/app/${app.id}`} fz="sm">
            {app.name}
          </Anchor>
        </span>
      ))}
      {apps.length > MAX_APPS ? ` ${t('packages.moreApps', { count: apps.length - MAX_APPS })}` : ''}
    </Text>
  );
}

function Actions({ shown }: { readonly shown: NpmPackageFragment }) {
  const t = useTranslations();
  const { id, requested } = shown;
  const [isRemoving, setIsRemoving] = useState(false);
  const [allow] = useMutation(AllowNpmPackageDocument, { refetchQueries: [NpmPackagesDocument] });
  const again = () => void allow({ variables: { name: id, version: requested } }).catch((error: unknown) => notifyError(sentence(error)));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} aria-label={t('packages.actions', { name: id })}>
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<RotateCw size={16} />} onClick={again}>
            {t('packages.again')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={() => setIsRemoving(true)}>
            {t('packages.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving ? <RemoveDialog shown={shown} onClose={() => setIsRemoving(false)} /> : null}
    </>
  );
}
