import { useMutation } from '@apollo/client/react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type NpmPackageFragment, NpmPackagesDocument, RemoveNpmPackageDocument } from '../../gen/npmPackages.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PackagesScreen.module.css';

/** Names the apps that import a package before it is removed. */
export function RemoveDialog({ shown: { id, apps }, onClose }: { readonly shown: NpmPackageFragment; readonly onClose: () => void }) {
  const t = useTranslations();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [remove, { loading }] = useMutation(RemoveNpmPackageDocument, { refetchQueries: [NpmPackagesDocument] });
  const removeNow = async () => {
    try {
      await remove({ variables: { name: id } });
      onClose();
      notifyDone(t('packages.removed', { name: id }));
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('packages.removeTitle', { name: id })} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack gap={16}>
        <div>
          <Text fz="sm">{apps.length === 0 ? t('packages.removeUnused') : t('packages.removeUsed', { count: apps.length })}</Text>
          {apps.length === 0 ? null : (
            <ul className={classes.names}>
              {apps.map((app) => (
                <li key={app.id}>{app.isPublished ? t('packages.published', { name: app.name }) : app.name}</li>
              ))}
            </ul>
          )}
        </div>
        <FormError message={refusal} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={loading} onClick={() => void removeNow()}>
            {t('packages.remove')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
