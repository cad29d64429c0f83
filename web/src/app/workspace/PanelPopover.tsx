import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useApp } from '../../lib/workspace/hooks.ts';
import type { Panel } from '../../lib/workspace/panel.ts';
import { PanelContext } from '../../lib/workspace/workspace.ts';
import { usePanelComponent } from './panels.ts';

interface PanelPopoverProps {
  readonly panel: Panel;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Below the modals that a panel opens: 200 in Mantine, and 300 for other popovers. */
const Z_INDEX = 190;

/** A popover panel below its button in the header. It opens once it is loaded, so that the focus finds an element in it. */
export function PanelPopover({ panel, isOpen, onOpen, onClose }: PanelPopoverProps) {
  const { id, title, icon: Icon } = panel;
  const t = useTranslations();
  const app = useApp();
  const Content = usePanelComponent(panel, isOpen);
  const button = panel.button?.(app);
  const toggle = isOpen ? onClose : onOpen;
  return (
    <Popover
      opened={isOpen && Content !== null}
      onChange={(opened) => (opened ? onOpen() : onClose())}
      width={340}
      position="bottom-end"
      zIndex={Z_INDEX}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {button === undefined ? (
          <Tooltip label={t(title)} disabled={isOpen}>
            <ActionIcon aria-label={t(title)} onClick={toggle}>
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            size="xs"
            h={32}
            px={14}
            fz={13}
            variant={button.isProminent ? 'filled' : 'default'}
            disabled={button.isDisabled}
            onClick={toggle}
          >
            {t(button.label)}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t(title)}>
        {Content === null ? null : (
          <PanelContext value={{ id, isOpen, close: onClose }}>
            <Content />
          </PanelContext>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
