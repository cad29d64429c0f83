import { code } from '../code.ts';

/** `pages/Home` of an app whose last table was deleted. */
export const emptyPageFile = code`
  import { Sparkles } from 'lucide-react';

  export default function Home() {
    return (
      <main className="grid min-h-dvh place-items-center bg-background p-6 text-center text-foreground">
        <div className="flex max-w-sm flex-col items-center">
          <span className="grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
            <Sparkles className="size-7" aria-hidden />
          </span>
          <h1 className="mt-5 text-2xl font-semibold tracking-tight">A fresh start</h1>
          <p className="mt-2 text-muted-foreground text-balance">There is nothing here yet. Describe in the chat what to build.</p>
        </div>
      </main>
    );
  }
`;
