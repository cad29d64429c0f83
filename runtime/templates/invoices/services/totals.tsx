import { dayKey, formatMoney } from '@/components/blocks/data';
import type { Invoice } from '@/entities/Invoice';

const CURRENCY = 'EUR';
const cents = (amount: number): number => Math.round(amount * 100) / 100;

export const lineTotal = ({ quantity, price }: Invoice['items'][number]): number => cents(quantity * price);
export const netOf = ({ items }: Invoice): number => cents(items.reduce((sum, line) => sum + lineTotal(line), 0));
export const taxOf = (invoice: Invoice): number => cents((netOf(invoice) * invoice.taxRate) / 100);
export const totalOf = (invoice: Invoice): number => cents(netOf(invoice) + taxOf(invoice));

/** Always with cents, so that amounts align. */
export function money(amount: number): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency: CURRENCY }).format(amount);
}
export const roundMoney = (amount: number): string => formatMoney(Math.round(amount), CURRENCY);

export const today = (): string => dayKey(new Date());
export const OVERDUE = () => ({ status: 'Sent', due: { $lt: today() } });
export const isOverdue = ({ status, due }: Invoice): boolean => status === 'Sent' && due < today();
