import type { Deal } from '@/entities/Deal';

/** How likely a deal of each stage is won. Replace these by what your own past deals say. */
const CHANCES = { Lead: 0.1, Qualified: 0.25, Proposal: 0.5, Negotiation: 0.75, Won: 1, Lost: 0 } as const;

/** What a deal is worth today: its value times its chance. */
export const expectedValue = ({ value, stage }: Deal): number => value * CHANCES[stage];

export const OPEN_DEALS = { stage: { $nin: ['Won', 'Lost'] } };
