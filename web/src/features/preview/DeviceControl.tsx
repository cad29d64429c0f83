import { SegmentedControl } from '@mantine/core';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import classes from './DeviceControl.module.css';
import type { Device } from './PreviewPane.tsx';

const devices = [
  { value: 'desktop', label: 'Desktop', Icon: Monitor },
  { value: 'tablet', label: 'Tablet, 768 by 1024', Icon: Tablet },
  { value: 'mobile', label: 'Phone, 375 by 667', Icon: Smartphone },
] as const;

/** Chooses the device size of the preview. */
export function DeviceControl({ device, onDevice }: { readonly device: Device; readonly onDevice: (device: Device) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Device"
      value={device}
      onChange={(value) => onDevice(value as Device)}
      data={devices.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span className={classes.device} title={label}>
            <Icon size={14} aria-hidden="true" />
            <span className={classes.hidden}>{label}</span>
          </span>
        ),
      }))}
    />
  );
}
