import type { FieldSchema } from '@sayso/runtime/ref';
import type { Language } from '../language/language.ts';
import type { FieldWord } from '../language/lexicon.ts';
import { camel, capitalized } from '../language/text.ts';

const TYPES: Readonly<Record<string, FieldSchema>> = {
  text: { type: 'string' },
  long: { type: 'string', format: 'multiline' },
  email: { type: 'string', format: 'email' },
  phone: { type: 'string', format: 'phone' },
  uri: { type: 'string', format: 'uri' },
  image: { type: 'string', format: 'image' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  int: { type: 'integer' },
  year: { type: 'integer', minimum: 0, maximum: 3000 },
  number: { type: 'number' },
  money: { type: 'number', format: 'currency', 'x-currency': 'EUR' },
  yes: { type: 'boolean', default: false },
  stars: { type: 'integer', format: 'rating', minimum: 1, maximum: 5 },
};

/** The schema property of a field, and the name under which it is stored. */
export function propertyOf({ key, type, label }: FieldWord, language: Language): readonly [string, FieldSchema] {
  const schema = TYPES[type] ?? choices(type, language);
  return [camel(key), { title: capitalized(label[language]), ...schema }];
}

function choices(type: string, language: Language): FieldSchema {
  const [english = '', german = english] = type.split('/').map((half) => half.trim());
  return { type: 'string', enum: (language === 'de' ? german : english).split(',').map((one) => one.trim()) };
}
