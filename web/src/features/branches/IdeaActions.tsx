import { useMutation } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { DiscardBranchDocument } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { notify } from '../../lib/notify.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { FormError } from '../../ui/FormError.tsx';
import { type Direction, MergeDialog } from './MergeDialog.tsx';
import { useBringBack } from './useBringBack.ts';

interface IdeaActionsProps {
  readonly branchId: string;
  readonly name: string;
  readonly app: { readonly id: string; readonly name: string };
}

/** In an idea: merges it, gets the app's changes, or throws it away. */
export function IdeaActions({ branchId, name, app }: IdeaActionsProps) {
  const t = useTranslations('branches');
  const navigate = useNavigate();
  const { close } = usePanel();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [discard, { loading, error }] = useMutation(DiscardBranchDocument, { variables: { appId: branchId } });
  const bringBack = useBringBack(branchId);
  const merge = (direction: Direction) => {
    close();
    const modalId = modals.open({
      size: 960,
      title: t(direction, { app: app.name }),
      children: <MergeDialog branchId={branchId} direction={direction} app={app} onDone={() => modals.close(modalId)} />,
    });
  };
  const throwAway = async () => {
    const { data } = await discard().catch(() => ({ data: null }));
    if (data == null) return;
    void notify({
      autoClose: 20_000,
      message: (
        <>
          {t('discarded')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void bringBack()}>
            {t('undo')}
          </Button>
        </>
      ),
    });
    await navigate(`/build/app/${app.id}`);
  };
  if (isDiscarding)
    return (
      <Stack gap="sm">
        <Text fz="sm">{t('discardQuestion', { name, app: app.name })}</Text>
        {error === undefined ? null : <FormError message={sentence(error)} />}
        <Button color="red" loading={loading} onClick={() => void throwAway()}>
          {t('discard')}
        </Button>
        <Button variant="default" onClick={() => setIsDiscarding(false)}>
          {t('keep')}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Button onClick={() => merge('merge')}>{t('merge', { app: app.name })}</Button>
      <Button variant="default" onClick={() => merge('update')}>
        {t('update', { app: app.name })}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setIsDiscarding(true)}>
        {t('discard')}
      </Button>
    </Stack>
  );
}
