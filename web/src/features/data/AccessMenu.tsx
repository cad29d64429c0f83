import { Button, Menu } from '@mantine/core';
import { Check, ListChecks, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../lib/notify.ts';
import { useAsk, useTurn } from '../../lib/workspace/hooks.ts';
import classes from './AccessMenu.module.css';
import type { TableSchema } from './columns.ts';
import type { Schemas } from './references/titles.ts';
import type { TableAddress } from './rows/api.ts';
import { RulesDialog } from './rules/RulesDialog.tsx';

const PRESETS = [
  { read: 'admin', write: 'anonymous', key: 'adminAnonymous', description: 'Admin Only Read, Anonymous Write' },
  { read: 'anonymous', write: 'admin', key: 'anonymousAdmin', description: 'Anonymous Read, Admin Write' },
  { read: 'all', write: 'admin', key: 'allAdmin', description: 'Public Read, Admin Write' },
  { read: 'all', write: 'creator', key: 'allCreator', description: 'Public Read, Creator Write' },
  { read: 'creator', write: 'creator', key: 'creatorCreator', description: 'Creator Only' },
  { read: 'admin', write: 'admin', key: 'adminAdmin', description: 'Admin Only' },
] as const;

interface AccessMenuProps {
  readonly table: TableAddress;
  readonly schema: TableSchema;
  /** Of all tables of the app. */
  readonly schemas: Schemas;
}

/** Who may read and write the table: a preset is requested from the assistant, rules are shown and edited in a dialog. */
export function AccessMenu({ table, schema, schemas }: AccessMenuProps) {
  const t = useTranslations('data.access');
  const tRules = useTranslations('rules');
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy } = useTurn();
  const ask = useAsk();
  const { permissions, rules = {} } = schema['x-accessControl'] ?? {};
  const { read = 'creator', write = 'creator' } = permissions ?? {};
  const isOwn = Object.keys(rules).length > 0;
  const current = isOwn ? undefined : PRESETS.find((preset) => preset.read === read && preset.write === write);
  const label = isOwn ? tRules('own') : current === undefined ? `${read} / ${write}` : t(current.key);
  const request = (description: string) => {
    if (isBusy) return notifyError(t('busy'));
    if (!ask(`Please change the permissions for entity "${table.entity}" to "${description}".`)) notifyError(t('failed'));
  };
  return (
    <>
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
          <Menu.Divider />
          <Menu.Item leftSection={<ListChecks size={16} />} onClick={() => setIsOpen(true)}>
            {tRules('open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RulesDialog table={table} schema={schema} schemas={schemas} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
