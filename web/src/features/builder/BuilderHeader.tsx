import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { ArrowLeft, Code, Eye, Monitor, PanelLeft, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BuilderAppFragment } from '../../gen/builder.ts';
import { shortcut } from '../../lib/shortcut.ts';
import { AppName } from './AppName.tsx';
import classes from './BuilderHeader.module.css';
import { StatusTag } from './StatusTag.tsx';

export type Device = 'desktop' | 'tablet' | 'mobile';
export type View = 'preview' | 'code';

interface BuilderHeaderProps {
  readonly app: BuilderAppFragment;
  readonly isSaving: boolean;
  readonly isChatOpen: boolean;
  readonly onToggleChat: () => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly device: Device;
  readonly onDevice: (device: Device) => void;
  /** There is a build on the screen. */
  readonly hasPreview: boolean;
  /** `PreviewTools`; narrow screens have them over the preview instead. */
  readonly tools: ReactNode;
  /** History and publishing, from their own features. */
  readonly children: ReactNode;
}

const devices = [
  { value: 'desktop', label: 'Desktop', Icon: Monitor },
  { value: 'tablet', label: 'Tablet, 768 by 1024', Icon: Tablet },
  { value: 'mobile', label: 'Phone, 375 by 667', Icon: Smartphone },
] as const;

/** The builder's one line: which app, how it is looked at, and publishing it. */
export function BuilderHeader(props: BuilderHeaderProps) {
  const { app, isSaving, isChatOpen, view, device, hasPreview } = props;
  return (
    <header className={classes.root}>
      <div className={classes.start}>
        <Tooltip label="Home">
          <ActionIcon component={Link} to="/home" aria-label="Home">
            <ArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <AppName app={app} />
        <StatusTag status={app.status} isSaving={isSaving} />
        <Tooltip label={`${isChatOpen ? 'Hide' : 'Show'} chat (${shortcut('B')})`}>
          <ActionIcon className={classes.large} aria-label="Chat" aria-pressed={isChatOpen} onClick={props.onToggleChat}>
            <PanelLeft size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.middle}>
        <SegmentedControl
          className={classes.views}
          size="xs"
          aria-label="View"
          value={view}
          onChange={(value) => props.onView(value as View)}
          data={[
            { value: 'preview', label: <ViewLabel icon={<Eye size={14} />} text="Preview" /> },
            { value: 'code', label: <ViewLabel icon={<Code size={14} />} text="Code" /> },
          ]}
        />
        {view === 'preview' && hasPreview ? props.tools : null}
        {view === 'preview' && hasPreview ? (
          <SegmentedControl
            className={classes.devices}
            size="xs"
            aria-label="Device"
            value={device}
            onChange={(value) => props.onDevice(value as Device)}
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
        ) : null}
      </div>
      <div className={classes.end}>{props.children}</div>
    </header>
  );
}

function ViewLabel({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <span className={classes.view}>
      {icon}
      {text}
    </span>
  );
}
