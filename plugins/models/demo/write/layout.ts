import { code, Imports, quote } from '../code.ts';
import { type Plan, pageOf, sentenceCase } from '../plan.ts';
import { chartPageName, chartPageTitle } from './chart-page.ts';
import type { OutFile } from './parts.ts';
import { barColour } from './theme.ts';

interface Place {
  readonly page: string;
  readonly label: string;
  readonly icon: string;
}

/** `layout`: what stands around every page. One page needs a top bar; several get a sidebar, and tabs at the bottom of a phone. */
export function writeLayout(plan: Plan): OutFile {
  const places = placesOf(plan);
  const content = plan.site ? writeSiteLayout(plan, places) : places.length > 1 ? writeSidebar(plan, places) : writeTopBar(plan);
  return { path: 'layout', title: 'Layout', content };
}

function placesOf(plan: Plan): readonly Place[] {
  const tables = plan.tables.map((table) => ({ page: pageOf(plan, table), label: sentenceCase(table.plural), icon: table.icon }));
  const charts = plan.charts.map((chart) => ({ page: chartPageName(plan, chart), label: chartPageTitle(plan, chart), icon: 'ChartPie' }));
  const hasHome = tables.some((place) => place.page === 'Home');
  const home = { page: 'Home', label: 'Home', icon: 'House' };
  return hasHome ? [...tables.map((place) => (place.page === 'Home' ? home : place)), ...charts] : [home, ...tables, ...charts];
}

const brand = (plan: Plan, className: string) => code`
  <Link to={createPageUrl('Home')} className="${className}">
    <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-primary-foreground">
      <${plan.icon} className="size-4.5" aria-hidden />
    </span>
    <span className="truncate">${plan.name.replace(/[{}<>]/g, '')}</span>
  </Link>
`;

const account = code`
  {user && (
    <Avatar className="size-8" title={user.email}>
      <AvatarFallback className="bg-primary/10 text-xs font-medium text-primary">{initials(user.name || user.email)}</AvatarFallback>
    </Avatar>
  )}
  {!isLoading && !user && (
    <Button variant="ghost" size="sm" onClick={() => login()}>
      <LogIn className="size-4" />
      Log in
    </Button>
  )}
`;

function baseImports(plan: Plan): Imports {
  return new Imports()
    .add('lucide-react', 'LogIn', plan.icon)
    .add('react-router-dom', 'Link')
    .add('@/auth', 'useUser')
    .add('@/components/ui/avatar', 'Avatar', 'AvatarFallback')
    .add('@/components/ui/button', 'Button')
    .add('@/components/ui/sonner', 'Toaster')
    .add('@/services/format', 'initials')
    .add('@/utils', 'createPageUrl');
}

function writeTopBar(plan: Plan): string {
  return code`
    ${baseImports(plan).toString()}

    export default function Layout({ children }) {
      const { user, isLoading, login } = useUser();

      return (
        <div className="${rootClass(plan)}">
          <header className="${barClass(plan)}sticky top-0 z-20 border-b bg-background/80 backdrop-blur">
            <div className="mx-auto flex h-14 max-w-5xl items-center justify-between gap-4 px-4 sm:px-6">
              ${brand(plan, 'flex min-w-0 items-center gap-2.5 font-semibold tracking-tight')}
              ${account}
            </div>
          </header>
          <main className="mx-auto max-w-5xl px-4 py-6 sm:px-6 sm:py-8">{children}</main>
          <Toaster position="bottom-center" />
        </div>
      );
    }
  `;
}

/** Marks what `globals.css` gives a colour of its own. */
function barClass(plan: Plan): string {
  return barColour(plan) === null ? '' : 'app-header ';
}

function rootClass(plan: Plan): string {
  return `${plan.theme === 'dark' ? 'dark ' : ''}min-h-dvh bg-background text-foreground`;
}

const arrayOf = (places: readonly Place[]) =>
  places.map((place) => `{ page: '${place.page}', label: ${quote(place.label)}, icon: ${place.icon} },`);

function writeSidebar(plan: Plan, places: readonly Place[]): string {
  const imports = baseImports(plan);
  for (const place of places) imports.add('lucide-react', place.icon);
  const isLong = places.length > 5;
  if (isLong)
    imports
      .add('react', 'useState')
      .add('lucide-react', 'Menu')
      .add('@/components/ui/sheet', 'Sheet', 'SheetContent', 'SheetHeader', 'SheetTitle');
  return code`
    ${imports.toString()}

    const places = [
      ${arrayOf(places)}
    ];

    function Place({ page, label, icon: Icon, isCurrent, onClick }) {
      return (
        <Link
          to={createPageUrl(page)}
          onClick={onClick}
          aria-current={isCurrent ? 'page' : undefined}
          className={
            'flex items-center gap-3 rounded-xl px-3 py-2.5 text-sm font-medium transition-colors ' +
            (isCurrent ? 'bg-primary/10 text-primary' : 'text-muted-foreground hover:bg-accent hover:text-accent-foreground')
          }
        >
          <Icon className="size-4.5 shrink-0" aria-hidden />
          {label}
        </Link>
      );
    }

    export default function Layout({ children, currentPageName }) {
      const { user, isLoading, login } = useUser();
      ${isLong && 'const [isMenuOpen, setIsMenuOpen] = useState(false);'}

      return (
        <div className="${rootClass(plan)} lg:grid lg:grid-cols-[15rem_1fr]">
          <aside className="${barClass(plan)}sticky top-0 hidden h-dvh flex-col border-r bg-card/60 p-4 lg:flex">
            ${brand(plan, 'flex items-center gap-2.5 px-2 py-1.5 font-semibold tracking-tight')}
            <nav className="mt-6 grid gap-1" aria-label="Main">
              {places.map((place) => (
                <Place key={place.page} {...place} isCurrent={place.page === currentPageName} />
              ))}
            </nav>
            <div className="mt-auto flex min-w-0 items-center gap-2.5 border-t px-1 pt-4">
              ${account}
              {user && <span className="truncate text-sm text-muted-foreground">{user.name || user.email}</span>}
            </div>
          </aside>

          <div className="min-w-0">
            <header className="${barClass(plan)}sticky top-0 z-20 flex h-14 items-center justify-between gap-3 border-b bg-background/80 px-4 backdrop-blur lg:hidden">
              ${brand(plan, 'flex min-w-0 items-center gap-2.5 font-semibold tracking-tight')}
              <div className="flex items-center gap-1">
                ${account}
                ${
                  isLong &&
                  code`
                  <Button variant="ghost" size="icon" aria-label="Menu" onClick={() => setIsMenuOpen(true)}>
                    <Menu className="size-5" />
                  </Button>
                `
                }
              </div>
            </header>
            <main className="mx-auto max-w-6xl px-4 py-6 ${isLong ? '' : 'pb-24 '}sm:px-8 sm:py-8 lg:pb-8">{children}</main>
          </div>

          ${isLong ? menuSheet : bottomTabs}
          <Toaster position="bottom-center" />
        </div>
      );
    }
  `;
}

const bottomTabs = code`
  <nav className="fixed inset-x-0 bottom-0 z-20 flex border-t bg-background/90 pb-[env(safe-area-inset-bottom)] backdrop-blur lg:hidden" aria-label="Main">
    {places.map(({ page, label, icon: Icon }) => (
      <Link
        key={page}
        to={createPageUrl(page)}
        aria-current={page === currentPageName ? 'page' : undefined}
        className={
          'flex min-w-0 flex-1 flex-col items-center gap-1 px-1 py-2.5 text-[11px] font-medium ' +
          (page === currentPageName ? 'text-primary' : 'text-muted-foreground')
        }
      >
        <Icon className="size-5" aria-hidden />
        <span className="max-w-full truncate">{label}</span>
      </Link>
    ))}
  </nav>
`;

const menuSheet = code`
  <Sheet open={isMenuOpen} onOpenChange={setIsMenuOpen}>
    <SheetContent side="left" className="w-72">
      <SheetHeader>
        <SheetTitle>Menu</SheetTitle>
      </SheetHeader>
      <nav className="grid gap-1 px-4" aria-label="Main">
        {places.map((place) => (
          <Place key={place.page} {...place} isCurrent={place.page === currentPageName} onClick={() => setIsMenuOpen(false)} />
        ))}
      </nav>
    </SheetContent>
  </Sheet>
`;

function writeSiteLayout(plan: Plan, places: readonly Place[]): string {
  const own = places.filter((place) => place.page !== 'Home');
  const imports = baseImports(plan);
  for (const place of own) imports.add('lucide-react', place.icon);
  return code`
    ${imports.toString()}

    // Pages for the owner; visitors see the first page alone.
    const places = [
      ${arrayOf(own)}
    ];

    export default function Layout({ children, currentPageName }) {
      const { user, isLoading, login } = useUser();

      return (
        <div className="${rootClass(plan)} flex flex-col">
          <header className="${barClass(plan)}sticky top-0 z-20 bg-background/80 backdrop-blur">
            <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-8">
              ${brand(plan, 'flex min-w-0 items-center gap-2.5 font-semibold tracking-tight')}
              {user && (
                <nav className="flex items-center gap-1" aria-label="For the owner">
                  {places.map(({ page, label, icon: Icon }) => (
                    <Button key={page} asChild variant={page === currentPageName ? 'secondary' : 'ghost'} size="sm">
                      <Link to={createPageUrl(page)}>
                        <Icon className="size-4" />
                        <span className="sr-only sm:not-sr-only">{label}</span>
                      </Link>
                    </Button>
                  ))}
                  <Avatar className="ml-1 size-8" title={user.email}>
                    <AvatarFallback className="bg-primary/10 text-xs font-medium text-primary">{initials(user.name || user.email)}</AvatarFallback>
                  </Avatar>
                </nav>
              )}
            </div>
          </header>
          <main className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-8">{children}</main>
          <footer className="border-t">
            <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3 px-4 py-6 text-sm text-muted-foreground sm:px-8">
              <span>© {new Date().getFullYear()} ${plan.name.replace(/[{}<>]/g, '')}</span>
              {!isLoading && !user && (
                <Button variant="link" size="sm" className="h-auto p-0 text-muted-foreground" onClick={() => login()}>
                  <LogIn className="size-3.5" />
                  For the owner
                </Button>
              )}
            </div>
          </footer>
          <Toaster position="bottom-center" />
        </div>
      );
    }
  `;
}
