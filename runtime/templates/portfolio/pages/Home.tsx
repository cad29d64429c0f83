import { ArrowDown } from 'lucide-react';
import Contact from '@/components/Contact';
import Services from '@/components/Services';
import { Button } from '@/components/ui/button';
import Work from '@/components/Work';

export default function Home() {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-16 px-4 py-10 sm:gap-24 sm:px-6 sm:py-20">
      <header className="grid gap-6">
        <h1 className="max-w-4xl text-balance font-serif text-4xl leading-tight sm:text-6xl">
          I draw marks, books and websites for people who make things.
        </h1>
        <p className="max-w-2xl text-lg text-muted-foreground leading-relaxed">
          I am Mira, a graphic designer in Porto. For twelve years I have worked with bakers, museums, publishers and small factories,
          mostly alone, sometimes with a photographer and a printer whom I trust.
        </p>
        <Button asChild size="lg" className="w-fit">
          <a href="#contact">
            Write to me <ArrowDown />
          </a>
        </Button>
      </header>
      <Work />
      <Services />
      <Contact />
    </div>
  );
}
