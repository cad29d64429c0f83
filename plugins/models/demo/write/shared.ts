import { code } from '../code.ts';
import type { Character } from './character.ts';

/** `services/useRows`: the rows of one table and what can be done with them. The same in every app. */
export const useRowsFile = code`
  import { useCallback, useEffect, useState } from 'react';
  import { toast } from 'sonner';
  import { login } from '@/auth';

  function isDenied(error) {
    return [401, 403, 404].includes(error?.status ?? error?.response?.status);
  }

  function explain(error, text) {
    if (isDenied(error)) {
      toast('Log in to save your changes', { action: { label: 'Log in', onClick: () => login() } });
    } else {
      toast.error(text, { description: error?.message });
    }
  }

  // Empty inputs are left out of a new row, and cleared in an old one.
  function cleaned(values, row) {
    const entries = Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]);
    return Object.fromEntries(entries.filter(([key, value]) => value !== null || (row?.[key] ?? null) !== null));
  }

  /** The rows of a table, newest first unless told otherwise. status is loading, ready, denied or failed. */
  export function useRows(entity, sort = '-createdAt') {
    const [rows, setRows] = useState([]);
    const [status, setStatus] = useState('loading');

    const reload = useCallback(async () => {
      try {
        setRows(await entity.list(sort, 500));
        setStatus('ready');
      } catch (error) {
        setStatus(isDenied(error) ? 'denied' : 'failed');
      }
    }, [entity, sort]);

    useEffect(() => {
      reload();
    }, [reload]);

    /** Adds a row, or changes row. Answers whether it worked. */
    async function save(values, row) {
      const data = cleaned(values, row);
      const before = rows;
      if (row) setRows(rows.map((item) => (item.id === row.id ? { ...item, ...data } : item)));
      try {
        const saved = row ? await entity.update(row.id, data) : await entity.create(data);
        setRows((current) => (row ? current.map((item) => (item.id === row.id ? saved : item)) : [saved, ...current]));
        return true;
      } catch (error) {
        if (row) setRows(before);
        explain(error, 'That could not be saved');
        return false;
      }
    }

    /** Takes a row away, and offers to bring it back. */
    async function remove(row, name) {
      setRows((current) => current.filter((item) => item.id !== row.id));
      try {
        await entity.delete(row.id);
        toast(name + ' deleted', { action: { label: 'Undo', onClick: () => restore(row) } });
      } catch (error) {
        setRows((current) => [row, ...current]);
        explain(error, 'That could not be deleted');
      }
    }

    async function restore({ id, createdAt, updatedAt, creatorId, ...values }) {
      const saved = await entity.create(values);
      setRows((current) => [saved, ...current]);
    }

    return { rows, status, reload, save, remove };
  }
`;

/** `components/States`: what a list shows when it has no rows to show. */
export const statesFile = code`
  import { LogIn, RotateCw, SearchX } from 'lucide-react';
  import { Button } from '@/components/ui/button';
  import { Skeleton } from '@/components/ui/skeleton';
  import { login } from '@/auth';

  function Panel({ icon: Icon, title, text, children }) {
    return (
      <div className="flex flex-col items-center rounded-2xl border border-dashed bg-card/60 px-6 py-14 text-center">
        <div className="mb-4 grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
          <Icon className="size-7" aria-hidden />
        </div>
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p className="mt-1 max-w-sm text-sm text-muted-foreground text-balance">{text}</p>
        {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
      </div>
    );
  }

  export function EmptyState({ icon, title, text, children }) {
    return (
      <Panel icon={icon} title={title} text={text}>
        {children}
      </Panel>
    );
  }

  export function NoMatches({ onClear }) {
    return (
      <Panel icon={SearchX} title="Nothing matches" text="Try another word, or clear the search and the filters.">
        <Button variant="outline" onClick={onClear}>
          Clear
        </Button>
      </Panel>
    );
  }

  export function LoginPrompt({ title, text }) {
    return (
      <Panel icon={LogIn} title={title} text={text}>
        <Button onClick={() => login()}>Log in</Button>
      </Panel>
    );
  }

  export function LoadError({ onRetry }) {
    return (
      <Panel icon={RotateCw} title="This did not load" text="Check your connection and try again.">
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      </Panel>
    );
  }

  export function LoadingRows({ count = 3, className = 'h-28' }) {
    return (
      <div className="grid gap-3" aria-label="Loading" role="status">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} className={'w-full rounded-xl bg-muted ' + className} />
        ))}
      </div>
    );
  }
`;

/** `components/StatTile`: one number with its meaning. */
export const statTileFile = code`
  import { Card, CardContent } from '@/components/ui/card';

  export default function StatTile({ icon: Icon, label, value, hint }) {
    return (
      <Card className="gap-0 rounded-2xl py-0 shadow-none">
        <CardContent className="p-4 sm:p-5">
          <div className="flex items-center gap-2 text-sm text-muted-foreground">
            <Icon className="size-4 shrink-0 text-primary" aria-hidden />
            <span className="truncate">{label}</span>
          </div>
          <p className="mt-2 truncate text-2xl font-semibold tracking-tight tabular-nums sm:text-[28px] sm:leading-9">{value}</p>
          {hint && <p className="mt-0.5 truncate text-xs text-muted-foreground">{hint}</p>}
        </CardContent>
      </Card>
    );
  }
`;

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

/** `components/Toolbar`: search, filters and sorting above a list. */
export const toolbarFile = code`
  import { ArrowUpDown, Search } from 'lucide-react';
  import { Input } from '@/components/ui/input';
  import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select';

  function Choice({ label, value, options, onChange, icon: Icon }) {
    return (
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger aria-label={label} className="w-auto min-w-0 flex-1 bg-card sm:min-w-36 sm:flex-none">
          <span className="flex min-w-0 items-center gap-2">
            {Icon && <Icon className="size-4 shrink-0 text-muted-foreground" />}
            <SelectValue />
          </span>
        </SelectTrigger>
        <SelectContent>
          {options.map(([key, text]) => (
            <SelectItem key={key} value={key}>
              {text}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    );
  }

  export default function Toolbar({ search, onSearch, placeholder, filters = [], sort, onSort, sorts }) {
    return (
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center">
        <div className="relative flex-1">
          <Search className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground" aria-hidden />
          <Input
            type="search"
            aria-label="Search"
            className="bg-card pl-9"
            placeholder={placeholder}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
        <div className="flex gap-2">
          {filters.map((filter) => (
            <Choice key={filter.label} {...filter} options={[['all', 'All ' + filter.plural], ...filter.options.map((option) => [option, option])]} />
          ))}
          {sorts && <Choice label="Sort by" icon={ArrowUpDown} value={sort} options={sorts} onChange={onSort} />}
        </div>
      </div>
    );
  }
`;

/** `components/RowMenu`: edit and delete, behind three dots. */
export const rowMenuFile = code`
  import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
  import { Button } from '@/components/ui/button';
  import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu';

  export default function RowMenu({ name, onEdit, onDelete, children }) {
    return (
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" className="size-8 shrink-0" aria-label={'More for ' + name}>
            <MoreHorizontal className="size-4" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="min-w-40">
          <DropdownMenuItem onClick={onEdit}>
            <Pencil className="size-4" />
            Edit
          </DropdownMenuItem>
          {children}
          <DropdownMenuItem variant="destructive" onClick={onDelete}>
            <Trash2 className="size-4" />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    );
  }
`;

/** `components/ConfirmDelete`: asks before a row goes that other rows point to. */
export const confirmDeleteFile = code`
  import {
    AlertDialog,
    AlertDialogAction,
    AlertDialogCancel,
    AlertDialogContent,
    AlertDialogDescription,
    AlertDialogFooter,
    AlertDialogHeader,
    AlertDialogTitle,
  } from '@/components/ui/alert-dialog';

  export default function ConfirmDelete({ name, text, open, onCancel, onConfirm }) {
    return (
      <AlertDialog open={open} onOpenChange={(isOpen) => !isOpen && onCancel()}>
        <AlertDialogContent>
          <AlertDialogHeader>
            <AlertDialogTitle>Delete {name}?</AlertDialogTitle>
            <AlertDialogDescription>{text}</AlertDialogDescription>
          </AlertDialogHeader>
          <AlertDialogFooter>
            <AlertDialogCancel>Keep</AlertDialogCancel>
            <AlertDialogAction onClick={onConfirm}>Delete</AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    );
  }
`;

/** `components/ChoiceBadge`: a choice, in the colour of what it means. */
export const choiceBadgeFile = code`
  import { Badge } from '@/components/ui/badge';

  const tones = {
    good: 'bg-emerald-500/12 text-emerald-800 dark:text-emerald-300',
    busy: 'bg-sky-500/12 text-sky-800 dark:text-sky-300',
    wait: 'bg-amber-500/15 text-amber-800 dark:text-amber-300',
    bad: 'bg-rose-500/12 text-rose-800 dark:text-rose-300',
    calm: 'bg-muted text-muted-foreground',
    special: 'bg-violet-500/12 text-violet-800 dark:text-violet-300',
  };

  const meanings = [
    [/^(done|paid|active|won|finished|delivered|confirmed|accepted|hired|ready|fixed|solved|published|shipped|reached|coming|easy|great|in use|available|watched|offer|accepted|booked|collected)$/i, 'good'],
    [/^(in progress|editing|reading|watching|playing|sent|interview|meeting|proposal|contacted|running|shot|packed|seated|medium|good|in repair|qualified|on track|partly)$/i, 'busy'],
    [/^(overdue|lost|cancelled|rejected|declined|high|critical|severe|broken|awful|hard|not coming|at risk|blocked|sold)$/i, 'bad'],
    [/^(on hold|waiting|requested|paused|draft|under offer|in service|received|okay|moderate|scheduled|lead)$/i, 'wait'],
    [/^(past|closed|to do|backlog|idea|low|new|open|planned|not started|mild|to read|to watch|wishlist)$/i, 'calm'],
  ];
  const others = ['special', 'busy', 'wait', 'good', 'bad'];

  function toneOf(value) {
    const known = meanings.find(([pattern]) => pattern.test(value))?.[1];
    const sum = [...value].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    return tones[known ?? others[sum % others.length]];
  }

  export default function ChoiceBadge({ value }) {
    return <Badge className={'border-transparent ' + toneOf(String(value))}>{value}</Badge>;
  }
`;

/** `components/PageHeader`: the first line of a page. */
export const pageHeaderFile = code`
  export default function PageHeader({ icon: Icon, title, text, children }) {
    return (
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-3.5">
          <span className="grid size-11 shrink-0 place-items-center rounded-2xl bg-primary/10 text-primary">
            <Icon className="size-5.5" aria-hidden />
          </span>
          <div className="min-w-0">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            <p className="text-sm text-muted-foreground">{text}</p>
          </div>
        </div>
        {children}
      </header>
    );
  }
`;

/** `components/Hero`: the first screen of an app, as its character wants it. */
export function writeHero({ hero }: Character): string {
  return heroes[hero];
}

const heroes: Readonly<Record<Character['hero'], string>> = {
  tint: code`
    export default function Hero({ icon: Icon, kicker, title, text, children }) {
      return (
        <section className="relative overflow-hidden rounded-3xl border bg-gradient-to-br from-primary/15 via-primary/5 to-transparent p-6 sm:p-8">
          <Icon className="absolute -right-6 -bottom-8 size-44 text-primary/10" strokeWidth={1.25} aria-hidden />
          <div className="relative max-w-xl">
            <p className="text-sm font-medium text-primary">{kicker}</p>
            <h1 className="mt-1 text-2xl font-semibold tracking-tight text-balance sm:text-3xl">{title}</h1>
            <p className="mt-2 text-muted-foreground text-pretty">{text}</p>
            {children && <div className="mt-5 flex flex-wrap gap-2">{children}</div>}
          </div>
        </section>
      );
    }
  `,
  solid: code`
    export default function Hero({ icon: Icon, kicker, title, text, children }) {
      return (
        <section className="app-hero relative overflow-hidden rounded-3xl p-6 sm:p-10">
          <div className="absolute -top-24 -right-16 size-80 rounded-full bg-primary/10" aria-hidden />
          <div className="absolute -right-4 -bottom-32 size-72 rounded-full bg-primary/10" aria-hidden />
          <Icon className="absolute right-10 bottom-8 hidden size-28 text-primary/25 sm:block" strokeWidth={1.25} aria-hidden />
          <div className="relative max-w-xl">
            <p className="text-sm font-medium text-muted-foreground">{kicker}</p>
            <h1 className="mt-1 text-2xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
            <p className="mt-2 text-muted-foreground text-pretty">{text}</p>
            {children && <div className="mt-6 flex flex-wrap gap-2">{children}</div>}
          </div>
        </section>
      );
    }
  `,
  plain: code`
    export default function Hero({ icon: Icon, kicker, title, text, children }) {
      return (
        <section className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b pb-6 sm:pb-8">
          <div className="flex min-w-0 items-start gap-5">
            <span className="mt-1 hidden size-16 shrink-0 place-items-center rounded-2xl bg-primary/10 text-primary sm:grid">
              <Icon className="size-8" strokeWidth={1.5} aria-hidden />
            </span>
            <div className="min-w-0">
              <p className="text-sm font-medium text-muted-foreground">{kicker}</p>
              <h1 className="mt-1 text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
              <p className="mt-2 text-muted-foreground text-pretty">{text}</p>
            </div>
          </div>
          {children && <div className="flex flex-wrap gap-2">{children}</div>}
        </section>
      );
    }
  `,
};
