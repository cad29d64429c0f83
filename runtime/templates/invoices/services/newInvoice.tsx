import { dayKey, useRows } from '@/components/blocks/data';
import { Invoice } from '@/entities/Invoice';

const DAYS_TO_PAY = 14;

/**
 * Defaults of a new invoice. Its number is the highest of the year plus one. Concurrent additions can get the same number, because tables
 * have no unique fields.
 */
export function useNewInvoice() {
  const { rows } = useRows(Invoice, { sort: '-number', limit: 1 });
  const now = new Date();
  const [, year, count] = /^(\d{4})-(\d+)$/.exec(rows[0]?.number ?? '') ?? [];
  const next = Number(year) === now.getFullYear() ? Number(count) + 1 : 1;
  return {
    number: `${now.getFullYear()}-${String(next).padStart(3, '0')}`,
    issued: dayKey(now),
    due: dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS_TO_PAY)),
  };
}
