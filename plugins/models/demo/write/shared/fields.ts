import { code } from '../../code.ts';

/** `components/FormField`: a label, its control and a fault. */
export const formFieldFile = code`
  import { Label } from '@/components/ui/label';

  export default function FormField({ id, label, required, error, wide, children }) {
    return (
      <div className={'grid content-start gap-2 ' + (wide ? 'sm:col-span-2' : '')}>
        <Label htmlFor={id}>
          {label}
          {required && <span className="text-muted-foreground"> (required)</span>}
        </Label>
        {children}
        {error && <p className="text-xs text-destructive">{error}</p>}
      </div>
    );
  }
`;

/** `components/DateField`: a date picked from a calendar, kept as yyyy-MM-dd. */
export const dateFieldFile = code`
  import { useState } from 'react';
  import { format, parseISO } from 'date-fns';
  import { CalendarDays } from 'lucide-react';
  import { Button } from '@/components/ui/button';
  import { Calendar } from '@/components/ui/calendar';
  import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';

  export default function DateField({ id, value, onChange }) {
    const [isOpen, setIsOpen] = useState(false);
    const date = value ? parseISO(value) : undefined;

    function pick(day) {
      onChange(day ? format(day, 'yyyy-MM-dd') : '');
      setIsOpen(false);
    }

    return (
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <Button id={id} type="button" variant="outline" className="w-full justify-start font-normal">
            <CalendarDays className="size-4 text-muted-foreground" />
            {date ? format(date, 'd MMM yyyy') : <span className="text-muted-foreground">Pick a date</span>}
          </Button>
        </PopoverTrigger>
        <PopoverContent className="w-auto p-0" align="start">
          <Calendar mode="single" selected={date} defaultMonth={date} onSelect={pick} />
        </PopoverContent>
      </Popover>
    );
  }
`;

/** `components/ImageField`: a picture, made small enough to travel within its row. */
export const imageFieldFile = code`
  import { useState } from 'react';
  import { ImagePlus, Loader2, X } from 'lucide-react';
  import { toast } from 'sonner';
  import { Button } from '@/components/ui/button';

  // Sharp on a card, and light enough for a list of hundreds.
  const longestSide = 720;

  async function shrink(file) {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.82);
  }

  export default function ImageField({ id, value, onChange }) {
    const [isReading, setIsReading] = useState(false);

    async function choose(event) {
      const file = event.target.files?.[0];
      if (!file) return;
      setIsReading(true);
      try {
        onChange(await shrink(file));
      } catch {
        toast.error('That file is not a picture', { description: 'Choose a JPEG, PNG, WebP or GIF.' });
      }
      setIsReading(false);
    }

    if (value) {
      return (
        <div className="relative overflow-hidden rounded-xl border">
          <img src={value} alt="" className="h-40 w-full object-cover" />
          <Button
            id={id}
            type="button"
            size="icon"
            variant="secondary"
            className="absolute top-2 right-2 size-8"
            aria-label="Remove the picture"
            onClick={() => onChange('')}
          >
            <X className="size-4" />
          </Button>
        </div>
      );
    }
    return (
      <label
        htmlFor={id}
        className="grid h-28 cursor-pointer place-items-center rounded-xl border border-dashed text-sm text-muted-foreground transition-colors focus-within:ring-2 focus-within:ring-ring hover:bg-accent/50"
      >
        <span className="flex items-center gap-2">
          {isReading ? <Loader2 className="size-4 animate-spin" /> : <ImagePlus className="size-4" />}
          Choose a picture
        </span>
        <input id={id} type="file" accept="image/*" className="sr-only" onChange={choose} disabled={isReading} />
      </label>
    );
  }
`;

/** `components/RatingField`: one to five stars, to set or only to see. */
export const ratingFieldFile = code`
  import { Star } from 'lucide-react';

  export default function RatingField({ id, label, value = 0, onChange }) {
    const stars = [1, 2, 3, 4, 5];
    if (!onChange) {
      return (
        <span className="inline-flex gap-0.5" role="img" aria-label={(value || 0) + ' of 5 stars'}>
          {stars.map((star) => (
            <Star key={star} className={'size-4 ' + (star <= value ? 'fill-amber-400 text-amber-400' : 'text-muted-foreground/30')} />
          ))}
        </span>
      );
    }
    return (
      <div id={id} role="group" aria-label={label} className="flex gap-1">
        {stars.map((star) => (
          <button
            key={star}
            type="button"
            aria-label={star + ' of 5 stars'}
            aria-pressed={star === value}
            className="rounded-md p-1 transition-transform hover:scale-110 focus-visible:ring-2 focus-visible:ring-ring focus-visible:outline-none"
            onClick={() => onChange(star === value ? null : star)}
          >
            <Star className={'size-6 ' + (star <= value ? 'fill-amber-400 text-amber-400' : 'text-muted-foreground/40')} />
          </button>
        ))}
      </div>
    );
  }
`;
