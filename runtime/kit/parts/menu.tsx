import { CheckIcon, ChevronRightIcon, CircleIcon } from 'lucide-react';
import type { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../cn.ts';

/** Common part of Radix's dropdown menus, context menus and menu bars, which accept the same props. */
type MenuPrimitive = Pick<
  typeof DropdownMenu,
  | 'CheckboxItem'
  | 'Group'
  | 'Item'
  | 'ItemIndicator'
  | 'Label'
  | 'Portal'
  | 'RadioGroup'
  | 'RadioItem'
  | 'Separator'
  | 'Sub'
  | 'SubContent'
  | 'SubTrigger'
>;
type Props<Part extends keyof MenuPrimitive> = ComponentProps<MenuPrimitive[Part]>;

/** Classes of an open menu. */
export const surface =
  'z-50 min-w-32 overflow-y-auto overflow-x-hidden rounded-md border bg-popover p-1 text-popover-foreground shadow-md duration-100 data-[state=open]:animate-in data-[state=open]:fade-in-0';
export const fadesOut = 'data-[state=closed]:animate-out data-[state=closed]:fade-out-0';
const row =
  "relative flex cursor-default select-none items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-hidden focus:bg-accent focus:text-accent-foreground data-[disabled]:pointer-events-none data-[disabled]:opacity-50 data-[inset]:pl-8 [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4";

/**
 * Styled components of a menu, from one of Radix's menu primitives.
 * @param slot prefix of their `data-slot`, such as `dropdown-menu`
 * @param look classes of menus that open beside an item
 */
export function menuParts(Primitive: MenuPrimitive, slot: string, look: string) {
  const mark = (indicator: ReactNode) => (
    <span className="pointer-events-none absolute left-2 flex size-3.5 items-center justify-center">
      <Primitive.ItemIndicator>{indicator}</Primitive.ItemIndicator>
    </span>
  );
  return {
    Portal: (props: Props<'Portal'>) => <Primitive.Portal data-slot={`${slot}-portal`} {...props} />,

    Group: (props: Props<'Group'>) => <Primitive.Group data-slot={`${slot}-group`} {...props} />,

    Item: ({
      className,
      inset,
      variant = 'default',
      ...props
    }: Props<'Item'> & { inset?: boolean; variant?: 'default' | 'destructive' }) => (
      <Primitive.Item
        data-slot={`${slot}-item`}
        data-inset={inset}
        data-variant={variant}
        className={cn(row, 'data-[variant=destructive]:text-destructive data-[variant=destructive]:focus:bg-destructive/10', className)}
        {...props}
      />
    ),

    CheckboxItem: ({ className, children, ...props }: Props<'CheckboxItem'>) => (
      <Primitive.CheckboxItem data-slot={`${slot}-checkbox-item`} className={cn(row, 'pl-8', className)} {...props}>
        {mark(<CheckIcon className="size-4" />)}
        {children}
      </Primitive.CheckboxItem>
    ),

    RadioGroup: (props: Props<'RadioGroup'>) => <Primitive.RadioGroup data-slot={`${slot}-radio-group`} {...props} />,

    RadioItem: ({ className, children, ...props }: Props<'RadioItem'>) => (
      <Primitive.RadioItem data-slot={`${slot}-radio-item`} className={cn(row, 'pl-8', className)} {...props}>
        {mark(<CircleIcon className="size-2 fill-current" />)}
        {children}
      </Primitive.RadioItem>
    ),

    Label: ({ className, inset, ...props }: Props<'Label'> & { inset?: boolean }) => (
      <Primitive.Label
        data-slot={`${slot}-label`}
        data-inset={inset}
        className={cn('px-2 py-1.5 font-medium text-sm data-[inset]:pl-8', className)}
        {...props}
      />
    ),

    Separator: ({ className, ...props }: Props<'Separator'>) => (
      <Primitive.Separator data-slot={`${slot}-separator`} className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
    ),

    Shortcut: ({ className, ...props }: ComponentProps<'span'>) => (
      <span data-slot={`${slot}-shortcut`} className={cn('ml-auto text-muted-foreground text-xs tracking-widest', className)} {...props} />
    ),

    Sub: (props: Props<'Sub'>) => <Primitive.Sub data-slot={`${slot}-sub`} {...props} />,

    SubTrigger: ({ className, inset, children, ...props }: Props<'SubTrigger'> & { inset?: boolean }) => (
      <Primitive.SubTrigger
        data-slot={`${slot}-sub-trigger`}
        data-inset={inset}
        className={cn(row, 'data-[state=open]:bg-accent data-[state=open]:text-accent-foreground', className)}
        {...props}
      >
        {children}
        <ChevronRightIcon className="ml-auto" />
      </Primitive.SubTrigger>
    ),

    SubContent: ({ className, ...props }: Props<'SubContent'>) => (
      <Primitive.SubContent data-slot={`${slot}-sub-content`} className={cn(surface, look, className)} {...props} />
    ),
  };
}
