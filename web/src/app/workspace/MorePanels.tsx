import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Panel } from '../../lib/workspace/panel.ts';

interface MorePanelsProps {
  readonly panels: readonly Panel[];
  /** Id of the visible panel. */
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}

/** Menu of the panels that do not fit beside the others. */
export function MorePanels({ panels, open, onOpen }: MorePanelsProps) {
  const t = useTranslations();
  if (panels.length === 0) return null;
  return (
    <Menu position="bottom">
      <Menu.Target>
        <ActionIcon aria-label={t('app.morePanels')}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {panels.map(({ id, title, icon: Icon }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === open}
            onChange={() => onOpen(id)}
            closeMenuOnClick
            rightSection={<Icon size={16} aria-hidden="true" />}
          >
            {t(title)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
