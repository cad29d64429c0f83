import { Section } from '@/components/blocks/page';

const services = [
  { title: 'Identity', text: 'A name, a mark, type and colour, and the rules to use them without me.' },
  { title: 'Web', text: 'Sites that load fast and read well, designed in the browser from the first day.' },
  { title: 'Print and packaging', text: 'Books, posters, boxes and labels, with proofs and a visit to the printer.' },
];

export default function Services() {
  return (
    <Section title="What I do">
      <dl className="grid gap-8 border-t pt-6 sm:grid-cols-3">
        {services.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-2">
            <dt className="font-medium">{title}</dt>
            <dd className="text-muted-foreground">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
