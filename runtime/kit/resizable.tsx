import { GripVerticalIcon } from 'lucide-react';
import { type ComponentProps, type Ref, useImperativeHandle, useRef } from 'react';
import { Group, Panel, type PanelImperativeHandle as PanelHandle, Separator } from 'react-resizable-panels';
import { cn } from './cn.ts';

type Direction = 'horizontal' | 'vertical';

/** shadcn/ui's names `direction` and `onLayout`; the library calls them `orientation` and `onLayoutChange`. */
export function ResizablePanelGroup({
  className,
  direction,
  orientation = direction ?? 'horizontal',
  onLayout,
  autoSaveId: _autoSaveId,
  ...props
}: ComponentProps<typeof Group> & {
  direction?: Direction | undefined;
  /** Sizes of the panels in percent, in order. */
  onLayout?: ((sizes: number[]) => void) | undefined;
  /** Accepted and ignored: an app in a sandboxed frame has no storage. */
  autoSaveId?: string | null | undefined;
}) {
  return (
    <Group
      data-slot="resizable-panel-group"
      data-panel-group-direction={orientation}
      orientation={orientation}
      className={cn('flex h-full w-full', orientation === 'vertical' && 'flex-col', className)}
      {...(onLayout === undefined ? {} : { onLayoutChange: (layout) => onLayout(Object.values(layout)) })}
      {...props}
    />
  );
}

/** Handle of a panel's `ref`: sizes are in percent. */
export interface ImperativePanelHandle {
  collapse(): void;
  expand(): void;
  isCollapsed(): boolean;
  isExpanded(): boolean;
  getSize(): number;
  resize(size: number): void;
}

type PanelOptions = ComponentProps<typeof Panel>;
type ResizablePanelProps = Omit<PanelOptions, 'onResize' | 'ref'> & {
  onCollapse?: (() => void) | undefined;
  onExpand?: (() => void) | undefined;
  /** The new size, in percent. */
  onResize?: ((size: number) => void) | undefined;
  /** Accepted and ignored: the order is that of the elements. */
  order?: number | undefined;
  ref?: Ref<ImperativePanelHandle> | undefined;
};

const percent = (size: number | string | undefined) => (typeof size === 'number' ? `${size}%` : size);

/** Numeric sizes are percent, as in shadcn/ui; the library itself reads them as pixels. */
export function ResizablePanel({
  defaultSize,
  minSize,
  maxSize,
  collapsedSize,
  onResize,
  onCollapse,
  onExpand,
  order: _order,
  ref,
  ...props
}: ResizablePanelProps) {
  const panel = useRef<PanelHandle>(null);
  const wasCollapsed = useRef(false);
  useImperativeHandle(
    ref,
    () => ({
      collapse: () => panel.current?.collapse(),
      expand: () => panel.current?.expand(),
      isCollapsed: () => panel.current?.isCollapsed() ?? false,
      isExpanded: () => !(panel.current?.isCollapsed() ?? false),
      getSize: () => panel.current?.getSize().asPercentage ?? 0,
      resize: (size) => panel.current?.resize(`${size}%`),
    }),
    [],
  );
  const resized: NonNullable<PanelOptions['onResize']> = ({ asPercentage }) => {
    onResize?.(asPercentage);
    const isCollapsed = panel.current?.isCollapsed() ?? false;
    if (isCollapsed !== wasCollapsed.current) (isCollapsed ? onCollapse : onExpand)?.();
    wasCollapsed.current = isCollapsed;
  };
  return (
    <Panel
      data-slot="resizable-panel"
      panelRef={panel}
      defaultSize={percent(defaultSize)}
      minSize={percent(minSize)}
      maxSize={percent(maxSize)}
      collapsedSize={percent(collapsedSize)}
      onResize={resized}
      {...props}
    />
  );
}

export function ResizableHandle({ withHandle, className, ...props }: ComponentProps<typeof Separator> & { withHandle?: boolean }) {
  return (
    <Separator
      data-slot="resizable-handle"
      aria-label="Resize"
      className={cn(
        'relative flex w-px shrink-0 items-center justify-center bg-border outline-hidden transition-colors after:absolute after:inset-y-0 after:left-1/2 after:w-2 after:-translate-x-1/2 hover:bg-ring/60 focus-visible:bg-ring focus-visible:ring-2 focus-visible:ring-ring/50 aria-[orientation=horizontal]:h-px aria-[orientation=horizontal]:w-full aria-[orientation=horizontal]:after:inset-x-0 aria-[orientation=horizontal]:after:top-1/2 aria-[orientation=horizontal]:after:left-0 aria-[orientation=horizontal]:after:h-2 aria-[orientation=horizontal]:after:w-full aria-[orientation=horizontal]:after:-translate-y-1/2 aria-[orientation=horizontal]:after:translate-x-0 [&[aria-orientation=horizontal]>div]:rotate-90',
        className,
      )}
      {...props}
    >
      {withHandle ? (
        <div className="z-10 flex h-4 w-3 shrink-0 items-center justify-center rounded-xs border bg-background text-muted-foreground">
          <GripVerticalIcon className="size-2.5" />
        </div>
      ) : null}
    </Separator>
  );
}
