import { describe, expect, it } from 'vitest';
import { kitEntries } from '../scripts/components.ts';

const COMPONENTS: Readonly<Record<string, string>> = {
  accordion: 'Accordion AccordionContent AccordionItem AccordionTrigger',
  alert: 'Alert AlertDescription AlertTitle',
  'alert-dialog':
    'AlertDialog AlertDialogAction AlertDialogCancel AlertDialogContent AlertDialogDescription AlertDialogFooter AlertDialogHeader AlertDialogOverlay AlertDialogPortal AlertDialogTitle AlertDialogTrigger',
  'aspect-ratio': 'AspectRatio',
  avatar: 'Avatar AvatarFallback AvatarImage',
  badge: 'Badge badgeVariants',
  breadcrumb: 'Breadcrumb BreadcrumbEllipsis BreadcrumbItem BreadcrumbLink BreadcrumbList BreadcrumbPage BreadcrumbSeparator',
  button: 'Button buttonVariants',
  calendar: 'Calendar CalendarDayButton',
  card: 'Card CardAction CardContent CardDescription CardFooter CardHeader CardTitle',
  carousel: 'Carousel CarouselContent CarouselItem CarouselNext CarouselPrevious useCarousel',
  chart: 'ChartContainer ChartLegend ChartLegendContent ChartStyle ChartTooltip ChartTooltipContent useChart',
  checkbox: 'Checkbox',
  collapsible: 'Collapsible CollapsibleContent CollapsibleTrigger',
  command: 'Command CommandDialog CommandEmpty CommandGroup CommandInput CommandItem CommandList CommandSeparator CommandShortcut',
  'context-menu':
    'ContextMenu ContextMenuCheckboxItem ContextMenuContent ContextMenuGroup ContextMenuItem ContextMenuLabel ContextMenuPortal ContextMenuRadioGroup ContextMenuRadioItem ContextMenuSeparator ContextMenuShortcut ContextMenuSub ContextMenuSubContent ContextMenuSubTrigger ContextMenuTrigger',
  dialog:
    'Dialog DialogClose DialogContent DialogDescription DialogFooter DialogHeader DialogOverlay DialogPortal DialogTitle DialogTrigger',
  drawer:
    'Drawer DrawerClose DrawerContent DrawerDescription DrawerFooter DrawerHeader DrawerOverlay DrawerPortal DrawerTitle DrawerTrigger',
  'dropdown-menu':
    'DropdownMenu DropdownMenuCheckboxItem DropdownMenuContent DropdownMenuGroup DropdownMenuItem DropdownMenuLabel DropdownMenuPortal DropdownMenuRadioGroup DropdownMenuRadioItem DropdownMenuSeparator DropdownMenuShortcut DropdownMenuSub DropdownMenuSubContent DropdownMenuSubTrigger DropdownMenuTrigger',
  form: 'Form FormControl FormDescription FormField FormItem FormLabel FormMessage useFormField',
  'hover-card': 'HoverCard HoverCardContent HoverCardTrigger',
  input: 'Input',
  'input-otp': 'InputOTP InputOTPGroup InputOTPSeparator InputOTPSlot',
  label: 'Label',
  menubar:
    'Menubar MenubarCheckboxItem MenubarContent MenubarGroup MenubarItem MenubarLabel MenubarMenu MenubarPortal MenubarRadioGroup MenubarRadioItem MenubarSeparator MenubarShortcut MenubarSub MenubarSubContent MenubarSubTrigger MenubarTrigger',
  'navigation-menu':
    'NavigationMenu NavigationMenuContent NavigationMenuIndicator NavigationMenuItem NavigationMenuLink NavigationMenuList NavigationMenuTrigger NavigationMenuViewport navigationMenuTriggerStyle',
  pagination: 'Pagination PaginationContent PaginationEllipsis PaginationItem PaginationLink PaginationNext PaginationPrevious',
  popover: 'Popover PopoverAnchor PopoverContent PopoverTrigger',
  progress: 'Progress',
  'radio-group': 'RadioGroup RadioGroupItem',
  resizable: 'ResizableHandle ResizablePanel ResizablePanelGroup',
  'scroll-area': 'ScrollArea ScrollBar',
  select:
    'Select SelectContent SelectGroup SelectItem SelectLabel SelectScrollDownButton SelectScrollUpButton SelectSeparator SelectTrigger SelectValue',
  separator: 'Separator',
  sheet: 'Sheet SheetClose SheetContent SheetDescription SheetFooter SheetHeader SheetOverlay SheetPortal SheetTitle SheetTrigger',
  sidebar:
    'Sidebar SidebarContent SidebarFooter SidebarGroup SidebarGroupAction SidebarGroupContent SidebarGroupLabel SidebarHeader SidebarInput SidebarInset SidebarMenu SidebarMenuAction SidebarMenuBadge SidebarMenuButton SidebarMenuItem SidebarMenuSkeleton SidebarMenuSub SidebarMenuSubButton SidebarMenuSubItem SidebarProvider SidebarRail SidebarSeparator SidebarTrigger useSidebar',
  skeleton: 'Skeleton',
  slider: 'Slider',
  sonner: 'Toaster toast',
  switch: 'Switch',
  table: 'Table TableBody TableCaption TableCell TableFooter TableHead TableHeader TableRow',
  tabs: 'Tabs TabsContent TabsList TabsTrigger',
  textarea: 'Textarea',
  toast: 'Toast ToastAction ToastClose ToastDescription ToastProvider ToastTitle ToastViewport',
  toaster: 'Toaster',
  toggle: 'Toggle toggleVariants',
  'toggle-group': 'ToggleGroup ToggleGroupItem',
  tooltip: 'Tooltip TooltipContent TooltipProvider TooltipTrigger',
};

const OTHERS: Readonly<Record<string, string>> = {
  '@/hooks/use-mobile': 'useIsMobile',
  '@/hooks/use-toast': 'toast useToast',
  '@/lib/utils': 'cn',
};

const expected = {
  ...Object.fromEntries(Object.entries(COMPONENTS).map(([name, names]) => [`@/components/ui/${name}`, names])),
  ...OTHERS,
};
const entries = await kitEntries();

describe('the kit', () => {
  it.each(Object.entries(expected))('%s has the exports of shadcn/ui', async (specifier, names) => {
    const file = entries[specifier]?.file;
    expect(file, `${specifier} is not there`).toBeDefined();
    const exported: object = await import(file as string);
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('has no modules beyond this table', () => {
    const listed = new Set(Object.keys(expected).map((specifier) => entries[specifier]?.file));
    expect(Object.keys(entries).filter((specifier) => !listed.has(entries[specifier]?.file))).toEqual([]);
  });
});
