import { code } from '../../code.ts';

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
