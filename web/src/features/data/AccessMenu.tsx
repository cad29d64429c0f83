import { Button, Menu } from '@mantine/core';
import { Check, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../lib/notify.ts';
import { useAsk, useTurn } from '../../lib/workspace/hooks.ts';
import classes from './AccessMenu.module.css';
import type { TableSchema } from './columns.ts';

const PRESETS = [
  { read: 'admin', write: 'anonymous', key: 'adminAnonymous', description: 'Admin Only Read, Anonymous Write' },
  { read: 'anonymous', write: 'admin', key: 'anonymousAdmin', description: 'Anonymous Read, Admin Write' },
  { read: 'all', write: 'admin', key: 'allAdmin', description: 'Public Read, Admin Write' },
  { read: 'all', write: 'creator', key: 'allCreator', description: 'Public Read, Creator Write' },
  { read: 'creator', write: 'creator', key: 'creatorCreator', description: 'Creator Only' },
  { read: 'admin', write: 'admin', key: 'adminAdmin', description: 'Admin Only' },
] as const;

interface AccessMenuProps {
  readonly entity: string;
  readonly schema: TableSchema;
}

/** Who may read and write the table; a change is requested from the assistant. */
export function AccessMenu({ entity, schema }: AccessMenuProps) {
  const t = useTranslations('data.access');
  const { isBusy } = useTurn();
  const ask = useAsk();
  const { read = 'creator', write = 'creator' } = schema['x-accessControl']?.permissions ?? {};
  const current = PRESETS.find((preset) => preset.read === read && preset.write === write);
  const label = current === undefined ? `${read} / ${write}` : t(current.key);
  const request = (description: string) => {
    if (isBusy) return notifyError(t('busy'));
    if (!ask(`Please change the permissions for entity "${entity}" to "${description}".`)) notifyError(t('failed'));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<ShieldCheck size={14} />}
          classNames={{ label: classes.label, section: classes.icon }}
          aria-label={label}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('current')}</Menu.Label>
        {PRESETS.map(({ key, description }) => (
          <Menu.Item key={key} rightSection={current?.key === key ? <Check size={14} /> : null} onClick={() => request(description)}>
            {t(key)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
