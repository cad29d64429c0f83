import { Popover as PopoverPrimitive } from 'radix-ui';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';

export function Popover(props: ComponentProps<typeof PopoverPrimitive.Root>) {
  return <PopoverPrimitive.Root data-slot="popover" {...props} />;
}

export function PopoverTrigger(props: ComponentProps<typeof PopoverPrimitive.Trigger>) {
  return <PopoverPrimitive.Trigger data-slot="popover-trigger" {...props} />;
}

export function PopoverAnchor(props: ComponentProps<typeof PopoverPrimitive.Anchor>) {
  return <PopoverPrimitive.Anchor data-slot="popover-anchor" {...props} />;
}

/** A popover is a dialog and needs a name: its own label, else that of its trigger. */
function PopoverName({ onFound }: { onFound: (name: string | undefined) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const content = place.current?.closest('[role=dialog]');
    const trigger = content ? document.querySelector(`[aria-controls="${CSS.escape(content.id)}"]`) : null;
    onFound(trigger?.getAttribute('aria-label') || trigger?.textContent?.trim() || undefined);
  }, [onFound]);
  return <span ref={place} hidden />;
}

export function PopoverContent({
  className,
  align = 'center',
  sideOffset = 4,
  children,
  ...props
}: ComponentProps<typeof PopoverPrimitive.Content>) {
  const [name, setName] = useState<string>();
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        aria-label={props['aria-labelledby'] ? undefined : name}
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        className={cn(
          'z-50 w-72 origin-(--radix-popover-content-transform-origin) rounded-md border bg-popover p-4 text-popover-foreground shadow-md outline-hidden duration-100 data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0',
          className,
        )}
        {...props}
      >
        {children}
        <PopoverName onFound={setName} />
      </PopoverPrimitive.Content>
    </PopoverPrimitive.Portal>
  );
}
