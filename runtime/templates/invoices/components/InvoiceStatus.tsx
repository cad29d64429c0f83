import { fieldOf } from '@/components/blocks/data';
import { OptionBadge } from '@/components/blocks/fields';
import { Invoice } from '@/entities/Invoice';
import { isOverdue } from '@/services/totals';

/** Overdue is derived from the due date; it is not stored as a status. */
export default function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  return <OptionBadge field={fieldOf(Invoice, 'status')} value={isOverdue(invoice) ? 'Overdue' : invoice.status} />;
}
