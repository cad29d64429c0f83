import type { Plan, Site } from '../../plan.ts';
import type { OutFile } from '../parts.ts';
import { writeListing } from './listing.ts';
import { writeSignUp } from './sign-up.ts';

/** The public first page. What visitors send in, or what the owner shows, has a page of its own for the owner. */
export function writeSite(plan: Plan, site: Site): readonly OutFile[] {
  const [table] = plan.tables;
  if (!table) return [];
  return site.kind === 'sign-up' ? writeSignUp(plan, site, table) : writeListing(plan, site, table);
}
