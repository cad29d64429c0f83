import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react';
import { type ComponentProps, createContext, type KeyboardEvent, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export type CarouselApi = UseEmblaCarouselType[1];
type EmblaParameters = Parameters<typeof useEmblaCarousel>;
interface CarouselOptions {
  opts?: EmblaParameters[0];
  plugins?: EmblaParameters[1];
  orientation?: 'horizontal' | 'vertical';
  setApi?: (api: CarouselApi) => void;
}
interface CarouselState extends CarouselOptions {
  carouselRef: UseEmblaCarouselType[0];
  api: CarouselApi;
  orientation: 'horizontal' | 'vertical';
  canScrollPrev: boolean;
  canScrollNext: boolean;
  scrollPrev: () => void;
  scrollNext: () => void;
}

const CarouselContext = createContext<CarouselState | null>(null);

export function useCarousel(): CarouselState {
  const state = useContext(CarouselContext);
  if (!state) throw new Error('useCarousel must be used within a <Carousel />');
  return state;
}

export function Carousel({
  orientation = 'horizontal',
  opts,
  setApi,
  plugins,
  className,
  children,
  ...props
}: ComponentProps<'div'> & CarouselOptions) {
  const [carouselRef, api] = useEmblaCarousel({ ...opts, axis: orientation === 'horizontal' ? 'x' : 'y' }, plugins);
  const [ends, setEnds] = useState({ canScrollPrev: false, canScrollNext: false });
  useEffect(() => {
    if (!api) return;
    const read = () => setEnds({ canScrollPrev: api.canScrollPrev(), canScrollNext: api.canScrollNext() });
    setApi?.(api);
    read();
    api.on('reInit', read);
    api.on('select', read);
    return () => {
      api.off('reInit', read);
      api.off('select', read);
    };
  }, [api, setApi]);
  const scrollPrev = useCallback(() => api?.scrollPrev(), [api]);
  const scrollNext = useCallback(() => api?.scrollNext(), [api]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLDivElement>) => {
      const [back, on] = orientation === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      if (event.key !== back && event.key !== on) return;
      // Fields inside a slide handle arrow keys themselves.
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      if (event.key === back) scrollPrev();
      else scrollNext();
    },
    [orientation, scrollPrev, scrollNext],
  );
  const state = useMemo(
    () => ({ carouselRef, api, orientation, scrollPrev, scrollNext, ...ends }),
    [carouselRef, api, orientation, scrollPrev, scrollNext, ends],
  );
  return (
    <CarouselContext.Provider value={state}>
      {/* biome-ignore lint/a11y/useSemanticElements: a carousel is a region with its own role description (WAI-ARIA APG) */}
      <div
        onKeyDownCapture={onKeyDown}
        className={cn('relative', className)}
        role="region"
        aria-roledescription="carousel"
        data-slot="carousel"
        {...props}
      >
        {children}
      </div>
    </CarouselContext.Provider>
  );
}

export function CarouselContent({ className, ...props }: ComponentProps<'div'>) {
  const { carouselRef, orientation } = useCarousel();
  return (
    <div ref={carouselRef} className="overflow-hidden" data-slot="carousel-content">
      <div className={cn('flex', orientation === 'horizontal' ? '-ml-4' : '-mt-4 flex-col', className)} {...props} />
    </div>
  );
}

export function CarouselItem({ className, ...props }: ComponentProps<'div'>) {
  const { orientation } = useCarousel();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group with its own role description (WAI-ARIA APG)
    <div
      role="group"
      aria-roledescription="slide"
      data-slot="carousel-item"
      className={cn('min-w-0 shrink-0 grow-0 basis-full', orientation === 'horizontal' ? 'pl-4' : 'pt-4', className)}
      {...props}
    />
  );
}

// Beside the slides on wide screens, over their edge on phones.
const places = {
  horizontal: { previous: 'top-1/2 left-2 -translate-y-1/2 sm:-left-12', next: 'top-1/2 right-2 -translate-y-1/2 sm:-right-12' },
  vertical: { previous: '-top-12 left-1/2 -translate-x-1/2 rotate-90', next: '-bottom-12 left-1/2 -translate-x-1/2 rotate-90' },
} as const;

export function CarouselPrevious({ className, variant = 'outline', size = 'icon', ...props }: ComponentProps<typeof Button>) {
  const { orientation, scrollPrev, canScrollPrev } = useCarousel();
  return (
    <Button
      data-slot="carousel-previous"
      variant={variant}
      size={size}
      className={cn('absolute size-8 rounded-full', places[orientation].previous, className)}
      disabled={!canScrollPrev}
      onClick={scrollPrev}
      {...props}
    >
      <ArrowLeftIcon />
      <span className="sr-only">Previous slide</span>
    </Button>
  );
}

export function CarouselNext({ className, variant = 'outline', size = 'icon', ...props }: ComponentProps<typeof Button>) {
  const { orientation, scrollNext, canScrollNext } = useCarousel();
  return (
    <Button
      data-slot="carousel-next"
      variant={variant}
      size={size}
      className={cn('absolute size-8 rounded-full', places[orientation].next, className)}
      disabled={!canScrollNext}
      onClick={scrollNext}
      {...props}
    >
      <ArrowRightIcon />
      <span className="sr-only">Next slide</span>
    </Button>
  );
}
