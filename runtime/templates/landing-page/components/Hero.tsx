import JoinForm from '@/components/JoinForm';

const shelf = [
  { name: 'Spinach', left: 'Today', tone: 'text-destructive' },
  { name: 'Ricotta', left: '2 days', tone: 'text-primary' },
  { name: 'Lemons', left: '9 days', tone: 'text-muted-foreground' },
  { name: 'Pasta', left: '4 months', tone: 'text-muted-foreground' },
];

export default function Hero() {
  return (
    <section className="grid items-center gap-12 lg:grid-cols-[1.1fr_1fr]">
      <div className="grid gap-6">
        <h1 className="text-balance font-semibold text-4xl leading-[1.1] tracking-tight sm:text-6xl">
          Cook what you have, before it goes off.
        </h1>
        <p className="max-w-xl text-lg text-muted-foreground leading-relaxed">
          Larder knows what is in your kitchen and how long it keeps. Each afternoon it suggests one dinner from it.
        </p>
        <JoinForm />
      </div>
      <div className="rounded-3xl bg-primary p-5 sm:p-8">
        <div className="grid gap-4 rounded-2xl bg-card p-5 text-card-foreground sm:p-6">
          <p className="font-medium">Your kitchen</p>
          <ul className="divide-y text-sm">
            {shelf.map(({ name, left, tone }) => (
              <li key={name} className="flex justify-between py-2.5">
                {name} <span className={tone}>{left}</span>
              </li>
            ))}
          </ul>
          <div className="rounded-xl bg-muted p-4">
            <p className="text-muted-foreground text-sm">Tonight, in 20 minutes</p>
            <p className="font-semibold text-lg">Spinach and ricotta pasta</p>
          </div>
        </div>
      </div>
    </section>
  );
}
