import { ChevronsUpDown, ImageIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Accordion, AccordionContent, AccordionItem, AccordionTrigger } from '@/components/ui/accordion';
import { AspectRatio } from '@/components/ui/aspect-ratio';
import {
  Breadcrumb,
  BreadcrumbEllipsis,
  BreadcrumbItem,
  BreadcrumbLink,
  BreadcrumbList,
  BreadcrumbPage,
  BreadcrumbSeparator,
} from '@/components/ui/breadcrumb';
import { Button } from '@/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card';
import { Carousel, CarouselContent, CarouselItem, CarouselNext, CarouselPrevious } from '@/components/ui/carousel';
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@/components/ui/collapsible';
import {
  NavigationMenu,
  NavigationMenuContent,
  NavigationMenuItem,
  NavigationMenuLink,
  NavigationMenuList,
  NavigationMenuTrigger,
  navigationMenuTriggerStyle,
} from '@/components/ui/navigation-menu';
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from '@/components/ui/resizable';
import { ScrollArea, ScrollBar } from '@/components/ui/scroll-area';
import { Separator } from '@/components/ui/separator';
import { Skeleton } from '@/components/ui/skeleton';
import { useIsMobile } from '@/hooks/use-mobile';
import { cn } from '@/lib/utils';

const tags = Array.from({ length: 30 }, (_, index) => `Firing ${30 - index}`);

export default function Content() {
  const [isOpen, setIsOpen] = useState(false);
  const [api, setApi] = useState();
  const [current, setCurrent] = useState(0);
  const isMobile = useIsMobile();

  useEffect(() => {
    if (!api) return;
    setCurrent(api.selectedScrollSnap() + 1);
    api.on('select', () => setCurrent(api.selectedScrollSnap() + 1));
  }, [api]);

  return (
    <div className="space-y-6">
      <h1 className="font-semibold text-2xl tracking-tight">Content</h1>
      <NavigationMenu viewport={!isMobile}>
        <NavigationMenuList>
          <NavigationMenuItem>
            <NavigationMenuTrigger>Courses</NavigationMenuTrigger>
            <NavigationMenuContent>
              <ul className="grid w-64 gap-1">
                <li>
                  <NavigationMenuLink asChild>
                    <a href="#wheel">
                      <div className="font-medium text-sm leading-none">Wheel</div>
                      <p className="text-muted-foreground text-sm">Six evenings at the wheel.</p>
                    </a>
                  </NavigationMenuLink>
                </li>
                <li>
                  <NavigationMenuLink href="#hand">Hand building</NavigationMenuLink>
                </li>
              </ul>
            </NavigationMenuContent>
          </NavigationMenuItem>
          <NavigationMenuItem>
            <NavigationMenuLink href="#shop" className={navigationMenuTriggerStyle()}>
              Shop
            </NavigationMenuLink>
          </NavigationMenuItem>
        </NavigationMenuList>
      </NavigationMenu>

      <Breadcrumb aria-label="Help">
        <BreadcrumbList>
          <BreadcrumbItem>
            <BreadcrumbLink href="#studio">Studio</BreadcrumbLink>
          </BreadcrumbItem>
          <BreadcrumbSeparator />
          <BreadcrumbItem>
            <BreadcrumbEllipsis />
          </BreadcrumbItem>
          <BreadcrumbSeparator />
          <BreadcrumbItem>
            <BreadcrumbPage>Questions</BreadcrumbPage>
          </BreadcrumbItem>
        </BreadcrumbList>
      </Breadcrumb>

      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>
              <h2>Questions</h2>
            </CardTitle>
          </CardHeader>
          <CardContent>
            <Accordion type="single" collapsible className="w-full">
              <AccordionItem value="item-1">
                <AccordionTrigger>Do I need to bring clay?</AccordionTrigger>
                <AccordionContent>No, it is part of the course.</AccordionContent>
              </AccordionItem>
              <AccordionItem value="item-2">
                <AccordionTrigger>When do you fire?</AccordionTrigger>
                <AccordionContent>Every Sunday, and on Wednesdays in winter.</AccordionContent>
              </AccordionItem>
            </Accordion>
            <Separator className="my-4" />
            <Collapsible open={isOpen} onOpenChange={setIsOpen} className="space-y-2">
              <div className="flex items-center justify-between space-x-4">
                <h3 className="font-medium text-sm">Three tools on loan</h3>
                <CollapsibleTrigger asChild>
                  <Button variant="ghost" size="sm">
                    <ChevronsUpDown className="h-4 w-4" />
                    <span className="sr-only">Toggle tools</span>
                  </Button>
                </CollapsibleTrigger>
              </div>
              <div className="rounded-md border px-4 py-2 text-sm">Ribbon tool</div>
              <CollapsibleContent className="space-y-2">
                <div className="rounded-md border px-4 py-2 text-sm">Wire</div>
                <div className="rounded-md border px-4 py-2 text-sm">Sponge</div>
              </CollapsibleContent>
            </Collapsible>
          </CardContent>
        </Card>

        <Card>
          <CardHeader>
            <CardTitle>Pictures</CardTitle>
          </CardHeader>
          <CardContent>
            <Carousel setApi={setApi} className="mx-auto w-full max-w-xs">
              <CarouselContent>
                {[1, 2, 3, 4, 5].map((number) => (
                  <CarouselItem key={number}>
                    <AspectRatio ratio={16 / 9} className="rounded-md bg-muted">
                      <div className="flex h-full items-center justify-center gap-2 text-muted-foreground">
                        <ImageIcon className="size-5" /> Picture {number}
                      </div>
                    </AspectRatio>
                  </CarouselItem>
                ))}
              </CarouselContent>
              <CarouselPrevious />
              <CarouselNext />
            </Carousel>
            <div className="py-2 text-center text-muted-foreground text-sm">Slide {current} of 5</div>
            <div className="mt-4 flex items-center space-x-4">
              <Skeleton className="h-12 w-12 rounded-full" />
              <div className="flex-1 space-y-2">
                <Skeleton className="h-4 w-full" />
                <Skeleton className="h-4 w-2/3" />
              </div>
            </div>
          </CardContent>
        </Card>

        <ScrollArea className="h-72 rounded-md border">
          <div className="p-4">
            <h3 className="mb-4 font-medium text-sm leading-none">Firings</h3>
            {tags.map((tag, index) => (
              <div key={tag}>
                <div className="text-sm">{tag}</div>
                {index < tags.length - 1 && <Separator className="my-2" />}
              </div>
            ))}
          </div>
        </ScrollArea>

        <ResizablePanelGroup direction="horizontal" className="min-h-[200px] rounded-lg border">
          <ResizablePanel defaultSize={25} minSize={20}>
            <div className={cn('flex h-full items-center justify-center p-6', isMobile && 'p-2')}>
              <span className="font-semibold">Shelves</span>
            </div>
          </ResizablePanel>
          <ResizableHandle withHandle />
          <ResizablePanel defaultSize={75}>
            <ResizablePanelGroup direction="vertical">
              <ResizablePanel defaultSize={40}>
                <div className="flex h-full items-center justify-center p-6">Bowls</div>
              </ResizablePanel>
              <ResizableHandle />
              <ResizablePanel defaultSize={60}>
                <div className="flex h-full items-center justify-center p-6">Cups</div>
              </ResizablePanel>
            </ResizablePanelGroup>
          </ResizablePanel>
        </ResizablePanelGroup>

        <ScrollArea className="w-full whitespace-nowrap rounded-md border lg:col-span-2">
          <div className="flex w-max gap-4 p-4">
            {tags.slice(0, 14).map((tag) => (
              <div key={tag} className="flex h-24 w-32 items-center justify-center rounded-md bg-muted text-muted-foreground text-sm">
                {tag}
              </div>
            ))}
          </div>
          <ScrollBar orientation="horizontal" />
        </ScrollArea>
      </div>
    </div>
  );
}
