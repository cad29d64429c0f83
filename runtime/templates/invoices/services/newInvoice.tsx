import { useEffect } from 'react';
import { dayKey, notify, useRows } from '@/components/blocks/data';
import { Invoice } from '@/entities/Invoice';

const DAYS_TO_PAY = 14;
const ofThisYear = () => ({ number: { $regex: `^${new Date().getFullYear()}-` } });

/** The highest number of the year plus one. */
function nextNumber(invoices: readonly Invoice[]): string {
  const counts = invoices.map(({ number }) => Number(/^\d{4}-(\d+)$/.exec(number)?.[1] ?? 0));
  return `${new Date().getFullYear()}-${String(Math.max(0, ...counts) + 1).padStart(3, '0')}`;
}

/** Defaults of a new invoice. Checks the number of each invoice that this page adds. */
export function useNewInvoice() {
  const { rows } = useRows(Invoice, { filter: ofThisYear(), limit: Number.POSITIVE_INFINITY });
  useEffect(() => Invoice.subscribe(({ type, data }) => void (type === 'create' && data && ensureUnique(data))), []);
  const now = new Date();
  return {
    number: nextNumber(rows),
    issued: dayKey(now),
    due: dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS_TO_PAY)),
  };
}

/** Tables have no unique fields: of two invoices with one number, such as two added at once, the later one gets the next free number. */
async function ensureUnique(invoice: Invoice): Promise<void> {
  const [first] = await Invoice.filter({ number: invoice.number }, 'createdAt', 1);
  if (first === undefined || first.id === invoice.id) return;
  const number = nextNumber(await Invoice.filter(ofThisYear(), '-createdAt', 1000));
  await ensureUnique(await Invoice.update(invoice.id, { number }));
  await notify({ text: `There is an invoice ${invoice.number} already: the new one is ${number}.` });
}
