import { code } from '../../code.ts';

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

/** `components/StatTile`: one number with its meaning. */
export const statTileFile = code`
  import { Card, CardContent } from '@/components/ui/card';

  export default function StatTile({ icon: Icon, label, value, hint }) {
    const { length } = String(value);
    const size = length > 10 ? 'text-base' : length > 7 ? 'text-lg sm:text-xl' : 'text-2xl sm:text-[28px]';

    return (
      <Card className="gap-0 rounded-2xl py-0 shadow-none">
        <CardContent className="p-4 sm:p-5">
          <div className="flex items-center gap-2 text-sm text-muted-foreground">
            <Icon className="size-4 shrink-0 text-primary" aria-hidden />
            <span className="truncate">{label}</span>
          </div>
          <p className={'mt-2 truncate font-semibold tracking-tight tabular-nums leading-9 ' + size}>{value}</p>
          {hint && <p className="mt-0.5 truncate text-xs text-muted-foreground">{hint}</p>}
        </CardContent>
      </Card>
    );
  }
`;
