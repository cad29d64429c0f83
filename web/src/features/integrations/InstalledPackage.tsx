import { useMutation } from '@apollo/client/react';
import { Alert, Button, Menu, Modal, Stack, Switch, Text } from '@mantine/core';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfigurePackageDocument, type PackageOfAppFragment, RemovePackageDocument, UpgradePackageDocument } from '../../gen/packages.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { endpointsOf, type Grants, secretsOf } from './declared.ts';
import panel from './IntegrationsPanel.module.css';
import { PackageForm, useLoadChanged } from './PackageForm.tsx';
import { PackageIcon } from './PackageIcon.tsx';
import classes from './PackagesSection.module.css';
import { PackageTest } from './PackageTest.tsx';

type Shown = 'settings' | 'test' | 'access' | 'remove' | null;

/** A package of the app: its state, and what can be done with it. */
export function InstalledPackage({ installed }: { readonly installed: PackageOfAppFragment }) {
  const t = useTranslations('integrations.packages');
  const isViewer = useIsViewer();
  const [shown, setShown] = useState<Shown>(null);
  const { package: declared, name, problem, lastError, connections } = installed;
  const title = name === 'main' ? declared.title : `${declared.title} (${name})`;
  const isOk = problem === null && lastError === null;
  // The connection itself says so, beside its button.
  const isUnconnected = connections.some((connection) => connection.problem !== null && connection.problem === problem);
  const close = () => setShown(null);
  return (
    <li className={panel.endpoint}>
      <PackageIcon declared={declared} />
      <div className={panel.what}>
        <Text component="h3" fz="sm" fw={500} m={0}>
          {title}
        </Text>
        <Text fz="xs" c="dimmed">
          <State installed={installed} />
        </Text>
        {isOk || isUnconnected ? null : (
          <Text fz="xs" className={panel.message}>
            {problem ?? lastError}
          </Text>
        )}
        {connections.map((connection) => (
          <ConnectionState key={connection.id} installedId={installed.id} connection={connection} />
        ))}
        {installed.upgrade === null ? null : <Upgrade installed={installed} />}
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          disabled={isViewer}
          aria-label={t('settingsOf', { name: title })}
          onClick={() => setShown('settings')}
        >
          {t('settings')}
        </Button>
        <Button size="xs" variant="default" disabled={isViewer} aria-label={t('testOf', { name: title })} onClick={() => setShown('test')}>
          {t('test')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" disabled={isViewer} aria-label={t('moreOf', { name: title })}>
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setShown('access')}>{t('access')}</Menu.Item>
            <Menu.Item color="red" onClick={() => setShown('remove')}>
              {t('remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {shown === 'settings' ? <PackageForm declared={declared} installed={installed} names={[]} onClose={close} /> : null}
      {shown === 'test' ? <PackageTest installed={installed} onClose={close} /> : null}
      {shown === 'access' ? <Access installed={installed} onClose={close} /> : null}
      {shown === 'remove' ? <Removal installed={installed} title={title} onClose={close} /> : null}
    </li>
  );
}

function State({
  installed: { problem, lastError, lastCallAt, connections, package: declared },
}: {
  readonly installed: PackageOfAppFragment;
}) {
  const t = useTranslations('integrations.packages');
  const isOk = problem === null && lastError === null;
  const Icon = isOk ? CircleCheck : CircleAlert;
  const isUnconnected = connections.some((connection) => connection.problem === problem && connection.state !== 'unconfigured');
  const incomplete = isUnconnected ? 'unconnected' : 'incomplete';
  const state = problem === null ? (lastError === null ? 'ready' : 'failing') : incomplete;
  const called = lastCallAt === null ? t('neverCalled') : t('lastCall', { time: timeAgo(lastCallAt) });
  return (
    <>
      <Icon size={12} className={panel.state} data-state={isOk ? 'done' : 'failed'} aria-hidden /> {t(`state.${state}`)} ·{' '}
      {t('version', { version: declared.version })} · {called}
    </>
  );
}

/** A version that wants more than was agreed to: nothing of it runs before the click. */
function Upgrade({ installed: { id, package: declared, upgrade, upgradeAdds } }: { readonly installed: PackageOfAppFragment }) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const [run, { loading, error }] = useMutation(UpgradePackageDocument);
  const loadChanged = useLoadChanged();
  if (upgrade === null) return null;
  const added = Object.entries((upgradeAdds ?? {}) as Partial<Grants>) as [keyof Grants, readonly string[]][];
  const isAsking = added.some(([kind, names]) => kind === 'hosts' && names.length > 0) && secretsOf(declared).length > 0;
  return (
    <Alert
      mt={8}
      color="gray"
      variant="light"
      icon={<TriangleAlert size={16} />}
      title={t('upgrade', { version: upgrade.package.version })}
    >
      <ul className={classes.grants}>
        {added
          .filter(([, names]) => names.length > 0)
          .map(([kind, names]) => (
            <li key={kind}>
              {t(`adds.${kind}`, { names: names.join(', ') })}
              {kind === 'price' ? ` (${t('priceBefore', { price: declared.price ?? t('free') })})` : null}
            </li>
          ))}
      </ul>
      {isAsking ? <Text fz="xs">{t('secretsAgain')}</Text> : null}
      {error === undefined ? null : <Text fz="xs">{sentence(error)}</Text>}
      <Button
        mt={8}
        size="xs"
        loading={loading}
        disabled={isViewer}
        onClick={() => void run({ variables: { appId, id, digest: upgrade.digest } }).catch(loadChanged)}
      >
        {t('accept')}
      </Button>
    </Alert>
  );
}

interface DialogProps {
  readonly installed: PackageOfAppFragment;
  readonly onClose: () => void;
}

/** Which functions visitors may call, and what previews get; the addresses of webhooks. */
function Access({ installed: { id, package: declared, visitors, hasSamples, webhookUrls }, onClose }: DialogProps) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const [run] = useMutation(ConfigurePackageDocument);
  const change = (changes: { readonly visitors?: string[]; readonly hasSamples?: boolean }) =>
    void run({ variables: { appId, id, ...changes } }).catch((error: unknown) => notifyError(sentence(error)));
  return (
    <Modal opened onClose={onClose} title={t('accessOf', { name: declared.title })}>
      <Stack gap="md">
        <Switch
          label={t('samples')}
          description={t('samplesHint')}
          checked={hasSamples}
          onChange={(event) => change({ hasSamples: event.currentTarget.checked })}
        />
        {endpointsOf(declared).map(([name, { sentence: what }]) => (
          <Switch
            key={name}
            label={t('openToVisitors', { name })}
            description={what}
            checked={visitors.includes(name)}
            onChange={(event) =>
              change({ visitors: event.currentTarget.checked ? [...visitors, name] : visitors.filter((other) => other !== name) })
            }
          />
        ))}
        {Object.entries((webhookUrls ?? {}) as Record<string, string>).map(([name, url]) => (
          <div key={name}>
            <Text fz="sm" fw={500}>
              {t('webhook', { name })}
            </Text>
            <Text fz="xs" c="dimmed" className={panel.what}>
              {url}
            </Text>
          </div>
        ))}
      </Stack>
    </Modal>
  );
}

function Removal({ installed: { id, package: declared }, title, onClose }: DialogProps & { readonly title: string }) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const [run, { loading }] = useMutation(RemovePackageDocument);
  const remove = async () => {
    const done = await run({ variables: { appId, id } }).catch((error: unknown) => notifyError(sentence(error)));
    if (done === undefined) return;
    notifyDone(t('removed', { name: declared.title }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('removeTitle', { name: title })}>
      <Stack gap="md">
        <Text fz="sm">{t('removeWarning')}</Text>
        <Button color="red" loading={loading} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </Stack>
    </Modal>
  );
}
