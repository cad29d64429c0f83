import { expect, it } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { lengthened, lengthenedText } from './pseudo.ts';

it.each(['Save', 'Go to the chat', 'You have unsaved changes! Are you sure you want to leave?'])('makes “%s” 40 %% longer', (text) => {
  const letters = (value: string) => value.replace(/[^\p{L}]/gu, '').length;
  expect(letters(lengthenedText(text)) / letters(text)).toBeGreaterThan(1.35);
  expect(letters(lengthenedText(text)) / letters(text)).toBeLessThan(1.55);
});

it('keeps arguments, tags and choices of compiled messages', () => {
  const texts = {
    plain: 'Save',
    argument: ['Saved ', ['name']],
    plural: [['count', 2, { one: [0, ' row'], other: [0, ' rows'] }]],
    tag: ['In ', ['link', 'the ', ['place']]],
  };
  expect(lengthened({ texts, server: {} } as unknown as Catalogue).texts).toEqual({
    plain: 'Šávééé',
    argument: ['Šávéddd ', ['name']],
    plural: [['count', 2, { one: [0, ' röww'], other: [0, ' röwššš'] }]],
    tag: ['Íññ ', ['link', 'théé ', ['place']]],
  });
});
