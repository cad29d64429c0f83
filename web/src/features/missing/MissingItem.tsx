import { CloseButton, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './MissingPackagesPanel.module.css';

interface MissingItemProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly hideLabel: string;
  readonly onHide: () => void;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** One package that the app lacks. */
export function MissingItem({ icon: Icon, text, hideLabel, onHide, children }: MissingItemProps) {
  return (
    <div className={classes.item}>
      <Icon size={16} className={classes.icon} aria-hidden="true" />
      <Text fz={13} className={classes.text}>
        {text}
      </Text>
      {children}
      <CloseButton size="sm" aria-label={hideLabel} onClick={onHide} />
    </div>
  );
}
