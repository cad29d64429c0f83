import type { Field } from '../plan.ts';

/** What an empty input shows, by the end of the field's key. */
const byKey: readonly (readonly [RegExp, string])[] = [
  [/first_name$/, 'Anna'],
  [/last_name$|surname$/, 'Berg'],
  [/company$|employer$|organi[sz]ation$/, 'Northwind Studio'],
  [/address$/, '12 Harbour Street'],
  [/city$/, 'Lisbon'],
  [/location$|venue$|place$/, 'Where it happens'],
  [/author$/, 'Who wrote it'],
  [/invoice_number$|^number$/, 'INV-001'],
  [/ingredients$/, 'One per line'],
  [/instructions$|steps$|directions$/, 'What to do, step by step'],
  [/notes?$/, 'Anything worth remembering'],
  [/description$|summary$|bio$/, 'A few sentences'],
  [/tags$/, 'Separated by commas'],
];

export function placeholderOf(field: Field): string {
  const known = byKey.find(([pattern]) => pattern.test(field.key))?.[1];
  if (known) return known;
  switch (field.kind) {
    case 'email':
      return 'anna@example.com';
    case 'phone':
      return '+1 555 010 2030';
    case 'url':
      return 'https://';
    case 'money':
      return '0.00';
    case 'number':
    case 'percent':
      return '0';
    case 'tags':
      return 'Separated by commas';
    default:
      return '';
  }
}
