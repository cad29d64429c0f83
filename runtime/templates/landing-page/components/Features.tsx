import { CookingPot, ScanBarcode, Users } from 'lucide-react';

const features = [
  {
    icon: ScanBarcode,
    title: 'In with one scan',
    text: 'Scan the receipt when you come home. Larder reads it and knows how long each thing keeps.',
  },
  {
    icon: CookingPot,
    title: 'One dinner, not a thousand',
    text: 'A single suggestion at four in the afternoon, from what would go off first.',
  },
  {
    icon: Users,
    title: 'One list for the household',
    text: 'Everyone sees what is there and what is missing, and nobody buys the third jar of mustard.',
  },
];

export default function Features() {
  return (
    <section className="grid gap-8">
      <h2 className="max-w-2xl text-balance font-semibold text-3xl tracking-tight">Less in the bin, less to think about</h2>
      <ul className="grid gap-8 md:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-3">
            <span className="grid size-11 place-content-center rounded-xl bg-primary/10 text-primary">
              <Icon className="size-5" aria-hidden />
            </span>
            <h3 className="font-medium text-lg">{title}</h3>
            <p className="text-muted-foreground leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
