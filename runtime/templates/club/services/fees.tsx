import { useState } from 'react';
import { dayKey, notify, useRows } from '@/components/blocks/data';
import { Fee } from '@/entities/Fee';
import { Member } from '@/entities/Member';

/** The yearly fee. Honorary members pay nothing. */
const YEARLY = { Adult: 180, Youth: 90, Family: 320, Honorary: 0 } as const;
const DAYS_TO_PAY = 30;

export const today = (): string => dayKey(new Date());
export const OPEN = { paidOn: null };
export const OVERDUE = () => ({ paidOn: null, due: { $lt: today() } });

/** Counts the active members without this year's fee, and charges them. */
export function useYearlyFees() {
  const [isCharging, setCharging] = useState(false);
  const now = new Date();
  const title = `Membership ${now.getFullYear()}`;
  const members = useRows(Member, { filter: { status: 'Active' }, limit: Number.POSITIVE_INFINITY }).rows;
  const fees = useRows(Fee, { filter: { title }, limit: Number.POSITIVE_INFINITY });
  const missing = members.filter(({ id, kind }) => YEARLY[kind] > 0 && !fees.rows.some(({ member }) => member === id));
  const due = dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS_TO_PAY));
  return {
    title,
    count: fees.status === 'ready' ? missing.length : 0,
    isCharging,
    charge: async () => {
      setCharging(true);
      await Fee.bulkCreate(missing.map(({ id, kind }) => ({ title, member: id, amount: YEARLY[kind], due }))).finally(() =>
        setCharging(false),
      );
      await notify({ text: `${missing.length} fees added` });
    },
  };
}
