import { dayKey, fieldOf, formatDate, formatMoney } from '@/components/blocks/data';
import { FieldValue } from '@/components/blocks/fields';
import { Deal } from '@/entities/Deal';

/** A card of the pipeline: contact, value, close date. Overdue open deals are highlighted. */
export default function DealCard({ deal }: { deal: Deal }) {
  const isLate = deal.closeDate && deal.closeDate < dayKey(new Date()) && deal.stage !== 'Won' && deal.stage !== 'Lost';
  return (
    <div className="grid gap-1.5 text-muted-foreground">
      <span className="truncate">
        <FieldValue entity={Deal} field={fieldOf(Deal, 'company')} value={deal.company} isPlain />
      </span>
      <span className="flex justify-between gap-2 tabular-nums">
        <span className="text-foreground">{formatMoney(deal.value, 'EUR')}</span>
        <span className={isLate ? 'text-destructive' : ''}>{formatDate(deal.closeDate)}</span>
      </span>
    </div>
  );
}
