/** How a consent ended, as the server names it in the address of the screen. */
export const outcomes = ['connected', 'denied', 'expired', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** Of the pop-up in which a person allows the access to an account. */
export const CONNECT_CHANNEL = 'sayso-connect';

export function outcomeOf(given: unknown): Outcome {
  return outcomes.find((one) => one === given) ?? 'failed';
}
