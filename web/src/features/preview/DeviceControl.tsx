import { SegmentedControl } from '@mantine/core';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import classes from './DeviceControl.module.css';
import type { Device } from './PreviewPane.tsx';

const devices = [
  { value: 'desktop', Icon: Monitor },
  { value: 'tablet', Icon: Tablet },
  { value: 'mobile', Icon: Smartphone },
] as const;

/** Chooses the device size of the preview. */
export function DeviceControl({ device, onDevice }: { readonly device: Device; readonly onDevice: (device: Device) => void }) {
  const t = useTranslations();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('preview.device.label')}
      value={device}
      onChange={(value) => onDevice(value as Device)}
      data={devices.map(({ value, Icon }) => ({
        value,
        label: (
          <span className={classes.device} title={t(`preview.device.${value}`)}>
            <Icon size={14} aria-hidden="true" />
            <span className={classes.hidden}>{t(`preview.device.${value}`)}</span>
          </span>
        ),
      }))}
    />
  );
}
