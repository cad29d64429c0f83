import { Button, Group, Modal, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import classes from './OlderVersion.module.css';

interface OlderVersionBarProps {
  /** Null for people who may not change the app. */
  readonly onRestore: (() => void) | null;
  readonly onLatest: () => void;
}

/** Bar over the panels while an older version is shown. */
export function OlderVersionBar({ onRestore, onLatest }: OlderVersionBarProps) {
  const t = useTranslations();
  return (
    <div className={classes.bar} role="status">
      <History size={14} aria-hidden="true" />
      <span className={classes.text}>
        <span>{t('app.older.title')}</span>
        <span className={classes.preview}>{t('app.older.preview')}</span>
      </span>
      <Group gap={8}>
        {onRestore === null ? null : (
          <Button size="compact-xs" variant="default" onClick={onRestore}>
            {t('common.restore')}
          </Button>
        )}
        <Button size="compact-xs" onClick={onLatest}>
          {t('app.older.latest')}
        </Button>
      </Group>
    </div>
  );
}

interface OlderVersionDialogProps {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onLatest: () => void;
}

/** Only the newest version can be changed: offers to return to it before a change. */
export function OlderVersionDialog({ isOpen, onStay, onLatest }: OlderVersionDialogProps) {
  const t = useTranslations();
  return (
    <Modal opened={isOpen} onClose={onStay} title={t('app.older.title')}>
      <Text fz="sm">{t('app.older.why')}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onStay}>
          {t('app.older.stay')}
        </Button>
        <Button data-autofocus onClick={onLatest}>
          {t('app.older.latest')}
        </Button>
      </Group>
    </Modal>
  );
}
