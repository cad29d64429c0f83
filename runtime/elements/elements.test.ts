import { describe, expect, it, test } from 'vitest';
import type { ElementEdit } from './element.ts';
import { describeElement, editElement } from './index.ts';

const PAGE = `import { Button } from '@/components/ui/button';

export default function Home({ rows }) {
  return (
    <main className="p-4 md:p-8">
      <h1 className="text-lg md:text-2xl hover:text-red-500 text-primary">Good morning</h1>
      <p>{rows.length} rows</p>
      <Button variant="outline" onClick={() => save()}>Save</Button>
      <Own />
      <script src="/b.js" />
      <img src="/logo.png" alt="Logo" />
      <a href="https://example.org" className={rows.length ? 'a' : 'b'}>Example</a>
      <ul>
        {rows.map((row) => (
          <li key={row.id}><span>{row.name}</span></li>
        ))}
      </ul>
      {rows.length > 0 && <em id="hint">Well done</em>}
    </main>
  );
}
`;

/** The place where \`code\` begins in a text. */
function placeOf(code: string, text = PAGE) {
  const before = text.slice(0, text.indexOf(code));
  const line = before.split('\n').length;
  return { path: 'pages/Home', line, column: before.length - before.lastIndexOf('\n') };
}

/** The lines that an edit removed and added, without their indentation; or the reason of its refusal. */
function edited(code: string, edit: ElementEdit, text = PAGE) {
  const result = editElement(text, placeOf(code, text), edit);
  if (!result.ok) return result.reason;
  const [before, after] = [text.split('\n'), result.content.split('\n')];
  const lines = (from: string[], other: string[]) => from.filter((line) => !other.includes(line)).map((line) => line.trim());
  return { gone: lines(before, after), now: lines(after, before), tag: result.element?.tag ?? null };
}

describe('an element', () => {
  it('is found by the place of its bracket, with what can be edited', () => {
    expect(describeElement(PAGE, placeOf('<h1'))).toEqual({
      path: 'pages/Home',
      line: 6,
      column: 7,
      endLine: 6,
      code: PAGE.split('\n')[5]?.trim(),
      tag: 'h1',
      component: 'Home',
      texts: [{ of: 'children', value: 'Good morning' }],
      hasComputedText: false,
      classes: ['text-lg', 'md:text-2xl', 'hover:text-red-500', 'text-primary'],
      image: null,
      link: null,
      canMoveBefore: false,
      canMoveAfter: true,
      canDuplicate: true,
      canRemove: true,
      isRepeated: false,
    });
    expect(describeElement(PAGE, { ...placeOf('<h1'), column: 8 })).toBeNull();
    expect(describeElement(PAGE, { ...placeOf('<h1'), line: 1_000_000 })).toBeNull();
  });

  it.each([
    ['<p>', { hasComputedText: true, texts: [{ of: 'children', value: 'rows' }] }],
    ['<Button', { texts: [{ of: 'children', value: 'Save' }], classes: [] }],
    ['<Own', { classes: null }],
    ['<img', { image: '/logo.png', texts: [{ of: 'alt', value: 'Logo' }] }],
    ['<a ', { link: 'https://example.org', classes: null }],
    ['<li', { isRepeated: true, canDuplicate: false, canRemove: false }],
    ['<span>', { isRepeated: true, hasComputedText: true, texts: [] }],
    ['<em', { isRepeated: false, canDuplicate: false, canRemove: true }],
    ['<main', { canMoveBefore: false, canMoveAfter: false, canDuplicate: false, canRemove: false }],
  ])('%s tells what it is', (code, about) => {
    expect(describeElement(PAGE, placeOf(code))).toMatchObject(about);
  });
});

describe('an edit', () => {
  it('replaces a text, whatever it contains', () => {
    expect(edited('<h1', { kind: 'text', of: 'children', text: 'Hello' })).toMatchObject({
      now: ['<h1 className="text-lg md:text-2xl hover:text-red-500 text-primary">Hello</h1>'],
    });
    expect(edited('<Button', { kind: 'text', of: 'children', text: '{alert(1)}</Button><script>' })).toMatchObject({
      now: ['<Button variant="outline" onClick={() => save()}>{"{alert(1)}</Button><script>"}</Button>'],
    });
    expect(edited('<img', { kind: 'text', of: 'alt', text: 'a "quoted" one' })).toMatchObject({
      now: ['<img src="/logo.png" alt={"a \\"quoted\\" one"} />'],
    });
  });

  it('replaces the classes of a property, with those for widths of the screen, and keeps those for states', () => {
    expect(edited('<h1', { kind: 'style', property: 'size', value: 'text-4xl' })).toMatchObject({
      now: ['<h1 className="hover:text-red-500 text-primary text-4xl">Good morning</h1>'],
    });
    expect(edited('<h1', { kind: 'style', property: 'color', value: 'text-blue-600' })).toMatchObject({
      now: ['<h1 className="text-lg md:text-2xl hover:text-red-500 text-blue-600">Good morning</h1>'],
    });
    expect(edited('<main', { kind: 'style', property: 'padding', value: null })).toMatchObject({ now: ['<main className="">'] });
    expect(edited('<p>', { kind: 'style', property: 'align', value: 'text-center' })).toMatchObject({
      now: ['<p className="text-center">{rows.length} rows</p>'],
    });
  });

  it.each([
    ['mx-auto mt-2 p-1', 'margin', 'm-4', 'mx-auto p-1 m-4'],
    ['px-2 pt-1 mx-auto', 'padding', 'p-4', 'mx-auto p-4'],
    ['text-sm leading-tight text-red-500', 'size', 'text-xl', 'leading-tight text-red-500 text-xl'],
    ['!text-sm md:text-lg!', 'size', 'text-xl', 'text-xl'],
    ['dark:bg-black bg-white', 'background', 'bg-muted', 'dark:bg-black bg-muted'],
    ['text-center text-lg', 'align', 'text-right', 'text-lg text-right'],
  ] as const)('of %s, replaces the %s', (before, property, value, after) => {
    const text = `export default () => <p className="${before}">a</p>;`;
    expect(edited('<p', { kind: 'style', property, value }, text)).toMatchObject({ now: [expect.stringContaining(`"${after}"`)] });
  });

  it('replaces all classes', () => {
    const names = ['flex', 'md:hover:w-[calc(100%-2rem)]', '-mt-2', 'bg-primary/50', '[&>a]:underline', 'flex'];
    expect(edited('<h1', { kind: 'classes', names })).toMatchObject({
      now: ['<h1 className={"flex md:hover:w-[calc(100%-2rem)] -mt-2 bg-primary/50 [&>a]:underline"}>Good morning</h1>'],
    });
    expect(edited('<p>', { kind: 'classes', names: ['italic'] })).toMatchObject({ now: ['<p className="italic">{rows.length} rows</p>'] });
    expect(edited('<h1', { kind: 'classes', names: [] })).toMatchObject({ now: ['<h1 className="">Good morning</h1>'] });
  });

  it('replaces the address of a picture and of a link', () => {
    expect(edited('<img', { kind: 'image', address: 'https://example.org/a.png' })).toMatchObject({
      now: ['<img src="https://example.org/a.png" alt="Logo" />'],
    });
    expect(edited('<a ', { kind: 'link', address: 'mailto:ada@example.org' })).toMatchObject({ gone: [expect.any(String)] });
  });

  it('moves, duplicates and removes, and keeps the lines around as they are', () => {
    const { content } = editElement(PAGE, placeOf('<h1'), { kind: 'move', isAfter: true }) as { content: string };
    expect(content.split('\n').slice(5, 7)).toEqual([
      '      <p>{rows.length} rows</p>',
      '      <h1 className="text-lg md:text-2xl hover:text-red-500 text-primary">Good morning</h1>',
    ]);
    const moved = editElement(PAGE, placeOf('<p>'), { kind: 'move', isAfter: false });
    expect(moved).toMatchObject({ element: { tag: 'p', line: 6, column: 7 } });
    expect(editElement(PAGE, placeOf('<h1'), { kind: 'move', isAfter: true })).toMatchObject({ element: { tag: 'h1', line: 7 } });
    const copied = editElement(PAGE, placeOf('<p>'), { kind: 'duplicate' });
    expect(copied).toMatchObject({ element: { tag: 'p', line: 8, column: 7 } });
    expect(edited('<p>', { kind: 'remove' })).toEqual({ gone: ['<p>{rows.length} rows</p>'], now: [], tag: null });
    expect(edited('<em', { kind: 'remove' })).toMatchObject({ now: ['{rows.length > 0 && null}'] });
  });

  it('gives a copy no second id', () => {
    const text = PAGE.replace('<p>', '<p id="count" className="x">');
    expect(edited('<p id', { kind: 'duplicate' }, text)).toMatchObject({ now: ['<p className="x">{rows.length} rows</p>'] });
    const nested = 'export default () => <main><p><b id="one">a</b></p></main>;';
    expect(edited('<p', { kind: 'duplicate' }, nested)).toMatchObject({
      now: ['export default () => <main><p><b id="one">a</b></p> <p><b>a</b></p></main>;'],
    });
  });

  it('removes a line as its file ends lines', () => {
    const { content } = editElement(PAGE.replaceAll('\n', '\r\n'), placeOf('<p>'), { kind: 'remove' }) as { content: string };
    expect(content.replaceAll('\r\n', '\n')).toBe(PAGE.replace('      <p>{rows.length} rows</p>\n', ''));
  });

  test.each<[string, string, ElementEdit, string]>([
    ['an empty text', '<h1', { kind: 'text', of: 'children', text: ' ' }, 'bad-value'],
    ['a text with a control character', '<h1', { kind: 'text', of: 'children', text: 'a\u0000' }, 'bad-value'],
    ['a text that code computes', '<span>', { kind: 'text', of: 'children', text: 'Ada' }, 'computed'],
    ['a prop that is not rendered', '<Button', { kind: 'text', of: 'onClick', text: 'x' }, 'computed'],
    ['a prop of the prototype', '<Button', { kind: 'text', of: '__proto__', text: 'x' }, 'computed'],
    ['a class of another property', '<h1', { kind: 'style', property: 'size', value: 'bg-black' }, 'bad-value'],
    ['a class that loads an address', '<h1', { kind: 'style', property: 'background', value: 'bg-[url(//x)]' }, 'bad-value'],
    ['a class that ends the attribute', '<h1', { kind: 'style', property: 'size', value: 'text-xl" onClick="x' }, 'bad-value'],
    ['classes that code computes', '<a ', { kind: 'style', property: 'size', value: 'text-xl' }, 'computed'],
    ['a class with a space', '<h1', { kind: 'classes', names: ['a b'] }, 'bad-value'],
    ['an empty class', '<h1', { kind: 'classes', names: [''] }, 'bad-value'],
    ['a class that ends its attribute', '<h1', { kind: 'classes', names: ['a"onClick={x}'] }, 'bad-value'],
    ['a class with a backslash', '<h1', { kind: 'classes', names: ['a\\22'] }, 'bad-value'],
    ['a class with an address', '<h1', { kind: 'classes', names: ['bg-[URL(//x)]'] }, 'bad-value'],
    ['too many classes', '<h1', { kind: 'classes', names: Array.from({ length: 101 }, (_, index) => `a${index}`) }, 'bad-value'],
    ['all classes that code computes', '<a ', { kind: 'classes', names: ['flex'] }, 'computed'],
    ['a link that runs code', '<a ', { kind: 'link', address: 'javascript:alert(1)' }, 'bad-value'],
    ['a link that hides it', '<a ', { kind: 'link', address: ' jAvAscript:alert(1)' }, 'bad-value'],
    ['a link to a host without its protocol', '<a ', { kind: 'link', address: '//evil.example' }, 'bad-value'],
    ['a picture of data', '<img', { kind: 'image', address: 'data:image/svg+xml,<svg onload=x>' }, 'bad-value'],
    ['the source of a script', '<script', { kind: 'image', address: '/a.js' }, 'computed'],
    ['a picture where there is none', '<h1', { kind: 'image', address: '/a.png' }, 'computed'],
    ['a move beyond the first', '<h1', { kind: 'move', isAfter: false }, 'computed'],
    ['a copy of what a list draws', '<li', { kind: 'duplicate' }, 'computed'],
    ['the removal of a whole page', '<main', { kind: 'remove' }, 'used-in-code'],
  ])('refuses %s', (_name, code, edit, reason) => {
    expect(edited(code, edit)).toBe(reason);
  });

  it('refuses a place within a word, and a file that does not parse', () => {
    expect(editElement(PAGE, { path: 'pages/Home', line: 6, column: 9 }, { kind: 'remove' })).toEqual({ ok: false, reason: 'no-element' });
    expect(editElement('<<<', { path: 'pages/Home', line: 1, column: 1 }, { kind: 'remove' })).toEqual({ ok: false, reason: 'unreadable' });
  });
});
