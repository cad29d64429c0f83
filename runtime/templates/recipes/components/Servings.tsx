import { Minus, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';

/** Stepper for the number of servings. */
export default function Servings({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <div className="flex items-center gap-2">
      <Button variant="outline" size="icon-sm" aria-label="Fewer servings" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Minus />
      </Button>
      <output className="min-w-24 text-center text-sm tabular-nums">
        {value} {value === 1 ? 'serving' : 'servings'}
      </output>
      <Button variant="outline" size="icon-sm" aria-label="More servings" onClick={() => onChange(value + 1)}>
        <Plus />
      </Button>
    </div>
  );
}
