import { Check } from 'lucide-react';

const plans = [
  { name: 'Alone', price: '€0', per: 'for ever', points: ['One person', 'Thirty things in the kitchen', 'One suggestion a day'] },
  {
    name: 'Household',
    price: '€4',
    per: 'a month',
    points: ['Up to six people', 'As many things as you like', 'Shopping list that fills itself'],
    isBest: true,
  },
  {
    name: 'Shared flat',
    price: '€9',
    per: 'a month',
    points: ['Up to fifteen people', 'Shelves of your own', 'Who bought what, settled monthly'],
  },
];

export default function Prices() {
  return (
    <section className="grid gap-8">
      <h2 className="font-semibold text-3xl tracking-tight">Prices</h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {plans.map(({ name, price, per, points, isBest }) => (
          <li
            key={name}
            className={`grid content-start gap-5 rounded-2xl border bg-card p-6 ${isBest ? 'border-primary ring-1 ring-primary' : ''}`}
          >
            <h3 className="font-medium">{name}</h3>
            <p>
              <span className="font-semibold text-4xl tracking-tight">{price}</span> <span className="text-muted-foreground">{per}</span>
            </p>
            <ul className="grid gap-2.5 text-sm">
              {points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <Check className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden /> {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
