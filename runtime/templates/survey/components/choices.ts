import type { Question } from '@/entities/Question';

/** The options of a question; none for text questions. */
export function choicesOf({ kind, options }: Question): readonly string[] {
  if (kind === 'Scale') return ['1', '2', '3', '4', '5'];
  if (kind === 'Yes or no') return ['Yes', 'No'];
  return kind === 'One of these' || kind === 'Some of these' ? (options ?? []) : [];
}
