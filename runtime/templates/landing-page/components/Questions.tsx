import { ChevronDown } from 'lucide-react';

const questions = [
  ['When does it open?', 'In spring, for the people on the waiting list first, in the order in which they joined.'],
  [
    'Do I have to type everything in?',
    'No. A photo of the receipt is enough. What has no receipt, such as herbs from the balcony, is added by voice or by hand.',
  ],
  ['What if I do not like the suggestion?', 'Swipe it away and get another. Larder remembers what you never eat.'],
  ['Can I leave?', 'At any time, with one click. You can take your lists and recipes with you as a file.'],
] as const;

export default function Questions() {
  return (
    <section className="grid gap-8 lg:grid-cols-[1fr_2fr]">
      <h2 className="font-semibold text-3xl tracking-tight">Questions</h2>
      <div className="divide-y border-y">
        {questions.map(([question, answer], place) => (
          <details key={question} open={place === 0} className="group py-4">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-md font-medium outline-none focus-visible:ring-[3px] focus-visible:ring-ring/50 [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180" aria-hidden />
            </summary>
            <p className="max-w-prose pt-3 text-muted-foreground leading-relaxed">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
