import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessagePart } from '../ref.ts';
import { Transcript } from './transcript.ts';

function parse(chunks: readonly string[], isWhole = true): readonly MessagePart[] {
  const transcript = new Transcript();
  for (const chunk of chunks) transcript.text(chunk);
  transcript.end(isWhole);
  return transcript.parts;
}

/** `text` for prose, `type file: content` for actions, with a mark for those that are not complete. */
function outline(parts: readonly MessagePart[]): string[] {
  return parts.map((part) => {
    if (part.kind === 'suggestion' || part.kind === 'question' || part.kind === 'option' || part.kind === 'choice')
      return `${part.kind}: ${part.text}`;
    if (part.kind === 'source') return `source: ${part.source.url}`;
    if (part.kind !== 'action') return part.text;
    const { type, file, content, status } = part.action;
    return `${status === 'complete' ? '' : `${status} `}${type} ${file ?? '-'}: ${content}`;
  });
}

const page = (content: string, attributes = 'type="add_file" file="pages/Home" title="Home"') =>
  `<action ${attributes}>\n${content}\n</action>`;

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['prose alone', 'Hello there.', ['Hello there.']],
  ['prose, action, prose', `Here.\n${page('a\nb')}\nDone.`, ['Here.\n', 'add_file pages/Home: a\nb', 'Done.']],
  ['no part for white space between actions', `${page('a')}\n\n${page('b')}\n`, ['add_file pages/Home: a', 'add_file pages/Home: b']],
  ['attributes in any order', page('a', 'title="x > y" file="pages/Home" type="add_file"'), ['add_file pages/Home: a']],
  ['single quotes', page('a', "type='add_file' file='pages/Home'"), ['add_file pages/Home: a']],
  ['no quotes', page('a', 'type=add_file file=pages/Home'), ['add_file pages/Home: a']],
  ['dashes and capitals', page('a', 'TYPE="Add-File" file="pages/Home"'), ['add_file pages/Home: a']],
  ['a tag over several lines', page('a', '\n  type="add_file"\n  file="pages/Home"\n'), ['add_file pages/Home: a']],
  [
    'on one line',
    'So: <action type="set_permissions" file="Habit">{"read":"all"}</action> Fine.',
    ['So: ', 'set_permissions Habit: {"read":"all"}', 'Fine.'],
  ],
  [
    'suggestions',
    'Done.\n<suggestion>Make it dark</suggestion>\n<Suggestion> Add a < b </suggestion>\n',
    ['Done.\n', 'suggestion: Make it dark', '<Suggestion> Add a < b </suggestion>\n'],
  ],
  ['choices', '<question>Which?</question>\n<choice>A</choice>\n<choice>B</choice>', ['question: Which?', 'choice: A', 'choice: B']],
  ['a suggestion between words', 'Try <suggestion>Make it dark</suggestion> next.', ['Try ', 'suggestion: Make it dark', 'next.']],
  ['a suggestion over two lines is text', '<suggestion>Make\nit dark</suggestion>', ['<suggestion>Make\nit dark</suggestion>']],
  ['a suggestion that is too long is text', `<suggestion>${'a'.repeat(300)}</suggestion>`, [`<suggestion>${'a'.repeat(300)}</suggestion>`]],
  ['a suggestion in code is text', 'Write `<suggestion>x</suggestion>`.', ['Write `<suggestion>x</suggestion>`.']],
  ['a suggestion within an action is content', page('<suggestion>x</suggestion>'), ['add_file pages/Home: <suggestion>x</suggestion>']],
  ['an action after the beginning of a suggestion', `<suggestion>${page('a')}`, ['<suggestion>', 'add_file pages/Home: a']],
  [
    'a question with options, each on a line of its own or all on one',
    'Well.\n<question>Which colour?</question>\n<option>Red</option> <Option>Blue</Option>\n',
    ['Well.\n', 'question: Which colour?', 'option: Red', 'option: Blue'],
  ],
  ['a question that is closed by another tag is text', '<question>Which?</option>', ['<question>Which?</option>']],
  ['the options of a form are text', '<option value="1">One</option>', ['<option value="1">One</option>']],
  ['a question within an action is content', page('<option>x</option>'), ['add_file pages/Home: <option>x</option>']],
  ['self-closing', '<action type="delete_file" file="pages/Old" />Gone.', ['delete_file pages/Old: ', 'Gone.']],
  ['a code fence around the content', page('```tsx\nconst a = 1;\n```'), ['add_file pages/Home: const a = 1;']],
  ['a fence that is never closed', page('```tsx\nconst a = 1;'), ['add_file pages/Home: const a = 1;']],
  ['fences within the content stay', page('# Title\n```\ncode\n```'), ['add_file pages/Home: # Title\n```\ncode\n```']],
  [
    'the closing tag in a string',
    page(`const end = '</action>';\nconst b = "a </action> b";`),
    [`add_file pages/Home: const end = '</action>';\nconst b = "a </action> b";`],
  ],
  [
    'the opening tag in a string',
    page(`const tag = '<action type="add_file">';`),
    [`add_file pages/Home: const tag = '<action type="add_file">';`],
  ],
  ['other tags in the content', page('<Card><p>a < b</p></Card></act>'), ['add_file pages/Home: <Card><p>a < b</p></Card></act>']],
  [
    'closed after text with an apostrophe',
    page("x\n<p>Don't</p></action>\nNext."),
    ["add_file pages/Home: x\n<p>Don't</p>", 'Next.\n</action>'],
  ],
  ['a spaced closing tag', '<action type="add_file" file="a">x</action\n>', ['add_file a: x']],
  ['inline code is prose', 'Use `<action type="add_file" file="a">` to add.', ['Use `<action type="add_file" file="a">` to add.']],
  [
    'a code block is prose',
    '```\n<action type="add_file" file="a">x</action>\n```\nok',
    ['```\n<action type="add_file" file="a">x</action>\n```\nok'],
  ],
  ['an action after a code block', `\`\`\`js\na\n\`\`\`\n${page('a')}`, ['```js\na\n```\n', 'add_file pages/Home: a']],
  ['an action after an odd backtick', `It\`s\n${page('a')}`, ['It`s\n', 'add_file pages/Home: a']],
  ['an action after a one-line fence', `\`\`\`code\`\`\`\n${page('a')}`, ['```code```\n', 'add_file pages/Home: a']],
  [
    'prose that mentions actions',
    'An <action> or <action type="dance"> or <actions> or a <b.',
    ['An <action> or <action type="dance"> or <actions> or a <b.'],
  ],
  ['two angle brackets', `a <<action type="add_file" file="a">x</action>`, ['a <', 'add_file a: x']],
  ['no closing tag', '<action type="add_file" file="a">x\ny', ['truncated add_file a: x\ny']],
  ['half a closing tag', '<action type="add_file" file="a">x\n</acti', ['truncated add_file a: x\n</acti']],
  [
    'another action begins before the closing tag',
    `<action type="add_file" file="a">\nx\n${page('y')}`,
    ['truncated add_file a: x', 'add_file pages/Home: y'],
  ],
  ['escapes in titles', '<action type="add_file" file="a" title="&quot;Tom &amp; Jerry&quot;">x</action>', ['add_file a: x']],
];

describe('parsing a model’s output', () => {
  test.each(cases)('%s', (_name, text, expected) => {
    expect(outline(parse([text]))).toEqual(expected);
  });

  test.each(cases)('%s, character by character', (_name, text) => {
    expect(parse(text.split(''))).toEqual(parse([text]));
  });

  test('the title of an action, or a default one from its type', () => {
    const titles = parse([
      '<action type="add_file" file="a" title="&quot;A&quot; &amp; b">x</action><action type="insert_records" file="A">[]</action>',
    ]);
    expect(titles.map((part) => part.kind === 'action' && part.action.title)).toEqual(['"A" & b', 'Add rows to A']);
  });

  test('the first name for the app counts', () => {
    const transcript = new Transcript();
    transcript.text(`${page('a', 'type="add_file" file="a" app="Habits"')}${page('b', 'type="add_file" file="b" app="Other"')}`);
    expect(transcript.appName).toBe('Habits');
  });

  test('reasoning is a part of its own and breaks no action', () => {
    const transcript = new Transcript();
    transcript.reasoning('Hm');
    transcript.reasoning('m.');
    transcript.text('Yes.<action type="add_file" file="a">x');
    transcript.reasoning('More.');
    transcript.text('y</action>');
    expect(transcript.parts.map((part) => (part.kind === 'action' ? part.action.content : 'text' in part && part.text))).toEqual([
      'Hmm.',
      'Yes.',
      'xy',
      'More.',
    ]);
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '<action type="add_file" file="pages/A">',
      "<action file='a' type='edit_file'>",
      '<action type="delete_file" file="x"/>',
      '</action>',
      '</action >',
      '<suggestion>',
      '</suggestion>',
      '<question>',
      '</question>',
      '<option>',
      '</option>',
      '<action>',
      '`',
      '```',
      '\n',
      '\n\n',
      ' ',
      '"',
      "'",
      '\\',
      '<',
      '>',
      '</',
      'const a = <p>Hi</p>;',
    ),
    fc.string({ maxLength: 8 }),
  ),
  { maxLength: 30 },
);

describe('for every text', () => {
  test('chunking makes no difference', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(400), { maxLength: 12 }), (list, cuts) => {
        const text = list.join('');
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(parse(chunks)).toEqual(parse([text]));
      }),
      { numRuns: 500 },
    );
  });

  test('a cut anywhere completes no action that is incomplete in the whole', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.join('');
        const whole = parse([text], false).filter((part) => part.kind === 'action');
        for (let length = 0; length <= text.length; length += 1) {
          const cut = parse([text.slice(0, length)], false).filter((part) => part.kind === 'action' && part.action.status === 'complete');
          const complete = whole.filter((part) => part.action.status === 'complete');
          expect(complete.slice(0, cut.length)).toEqual(cut);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('resuming after any cut gives the same message', () => {
    fc.assert(
      fc.property(pieces, fc.nat(400), (list, cut) => {
        const text = list.join('');
        const first = new Transcript();
        first.text(text.slice(0, cut));
        first.end(false);
        const second = Transcript.resume(first.raw, first.parts, first);
        second.text(text.slice(cut));
        second.end(true);
        expect(second.raw).toBe(text);
        const actions = (parts: readonly MessagePart[]) => parts.filter((part) => part.kind === 'action');
        expect(actions(second.parts)).toEqual(actions(parse([text])));
      }),
      { numRuns: 300 },
    );
  });
});
