import type { Deal } from '@/entities/Deal';

/** Probability of winning a deal, by stage. Replace these figures by those of your past deals. */
const CHANCES = { Lead: 0.1, Qualified: 0.25, Proposal: 0.5, Negotiation: 0.75, Won: 1, Lost: 0 } as const;

/** The weighted value of a deal: value times probability. */
export const expectedValue = ({ value, stage }: Deal): number => value * CHANCES[stage];

export const OPEN_DEALS = { stage: { $nin: ['Won', 'Lost'] } };
