import { code } from '../../code.ts';
import type { Character } from '../character.ts';

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
