import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { Check, Eye, UserRound, UserRoundX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../DataPanel.module.css';
import { call, type TableAddress, tableUrl } from '../rows/api.ts';
import { accountIdOf, type ViewedAs } from './viewed-as.ts';

/** Accounts that the menu offers. */
const MAX_CREATORS = 10;

interface ViewAsProps {
  readonly address: TableAddress;
  readonly onChange: (as: ViewedAs | null) => void;
}

/** Chooses whose view of the table is shown: the builder's, a visitor's, or that of a user who added rows. */
export function ViewAsMenu({ address, onChange }: ViewAsProps) {
  const t = useTranslations('viewAs');
  const [creators, setCreators] = useState<readonly Creator[]>([]);
  const { as } = address;
  const mark = (each: ViewedAs | null) => (as === each ? <Check size={14} /> : null);
  return (
    <Menu position="bottom-end" onOpen={() => void readCreators(address).then(setCreators, () => undefined)}>
      <Menu.Target>
        <Tooltip label={t('title')}>
          <ActionIcon size={30} aria-label={t('title')}>
            <Eye size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('why')}</Menu.Label>
        <Menu.Item leftSection={<UserRound size={16} />} rightSection={mark(null)} onClick={() => onChange(null)}>
          {t('yourself')}
        </Menu.Item>
        <Menu.Item leftSection={<UserRoundX size={16} />} rightSection={mark('visitor')} onClick={() => onChange('visitor')}>
          {t('visitor')}
        </Menu.Item>
        <Menu.Item leftSection={<UsersRound size={16} />} rightSection={mark('user')} onClick={() => onChange('user')}>
          {t('user')}
        </Menu.Item>
        {creators.length === 0 ? null : <Menu.Label>{t('creators')}</Menu.Label>}
        {creators.map(({ id, count }) => (
          <Menu.Item key={id} rightSection={mark(`user:${id}`)} onClick={() => onChange(`user:${id}`)}>
            {t('creator', { id, count })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says whose view is shown, and leads back. */
export function ViewNote({ as, onClose }: { readonly as: ViewedAs; readonly onClose: () => void }) {
  const t = useTranslations('viewAs');
  const id = accountIdOf(as);
  return (
    <div className={classes.viewed} role="status">
      <Eye size={14} aria-hidden />
      <span>{id === null ? t(as === 'visitor' ? 'asVisitor' : 'asUser') : t('asCreator', { id })}</span>
      <Button size="compact-xs" variant="default" onClick={onClose}>
        {t('close')}
      </Button>
    </div>
  );
}

interface Creator {
  readonly id: string;
  readonly count: number;
}

/** Who added the most rows to the table. */
async function readCreators(address: TableAddress): Promise<readonly Creator[]> {
  const body = { groupBy: 'creatorId', sort: '-count', limit: MAX_CREATORS + 1 };
  const { rows } = await call<{ rows: readonly { readonly creatorId: string | null; readonly count: number }[] }>(
    'POST',
    tableUrl({ ...address, as: null }, '/aggregate'),
    { body },
  );
  return rows.flatMap(({ creatorId, count }) => (creatorId === null ? [] : [{ id: creatorId, count }])).slice(0, MAX_CREATORS);
}
