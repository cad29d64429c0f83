import { Menubar as MenuPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { menuParts, surface } from './parts/menu.tsx';

// No exit animation: a menu that is still fading out would close the next one that the keyboard opens.
const parts = menuParts(MenuPrimitive, 'menubar', '');
export const MenubarPortal = parts.Portal;
export const MenubarGroup = parts.Group;
export const MenubarItem = parts.Item;
export const MenubarCheckboxItem = parts.CheckboxItem;
export const MenubarRadioGroup = parts.RadioGroup;
export const MenubarRadioItem = parts.RadioItem;
export const MenubarLabel = parts.Label;
export const MenubarSeparator = parts.Separator;
export const MenubarShortcut = parts.Shortcut;
export const MenubarSub = parts.Sub;
export const MenubarSubTrigger = parts.SubTrigger;
export const MenubarSubContent = parts.SubContent;

export function Menubar({ className, ...props }: ComponentProps<typeof MenuPrimitive.Root>) {
  return (
    <MenuPrimitive.Root
      data-slot="menubar"
      className={cn('flex h-9 w-fit items-center gap-1 rounded-md border bg-background p-1', className)}
      {...props}
    />
  );
}

export function MenubarMenu(props: ComponentProps<typeof MenuPrimitive.Menu>) {
  return <MenuPrimitive.Menu data-slot="menubar-menu" {...props} />;
}

export function MenubarTrigger({ className, ...props }: ComponentProps<typeof MenuPrimitive.Trigger>) {
  return (
    <MenuPrimitive.Trigger
      data-slot="menubar-trigger"
      className={cn(
        'flex select-none items-center rounded-sm px-2 py-1 font-medium text-sm outline-hidden focus:bg-accent focus:text-accent-foreground data-[state=open]:bg-accent data-[state=open]:text-accent-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function MenubarContent({
  className,
  align = 'start',
  alignOffset = -4,
  sideOffset = 8,
  ...props
}: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        data-slot="menubar-content"
        align={align}
        alignOffset={alignOffset}
        sideOffset={sideOffset}
        className={cn(surface, 'min-w-48', className)}
        {...props}
      />
    </MenuPrimitive.Portal>
  );
}
