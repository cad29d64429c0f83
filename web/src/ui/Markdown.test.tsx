import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import Markdown from './Markdown.tsx';

const shown = (text: string) => render(<Markdown text={text} />).container;

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe src="https://example.org"></iframe>',
  '<svg><script>alert(1)</script></svg>',
  '<style>body { display: none }</style>',
  '<a href="javascript:alert(1)">click</a>',
])('shows %s as text', (html) => {
  const page = shown(`Before\n\n${html}\n\nafter, ${html} too`);
  expect(page.querySelector('script, img, iframe, svg, style, a')).toBeNull();
  expect(page.textContent).toContain('after,');
});

it.each([
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](java&#115;cript:alert(1))',
  '[click](  javascript:alert(1))',
  '[click](vbscript:msgbox(1))',
  '[click](data:text/html,<script>alert(1)</script>)',
  '[click][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
])('%s leads nowhere', (link) => {
  for (const anchor of shown(link).querySelectorAll('a')) expect(anchor.getAttribute('href') ?? '').not.toMatch(/script|data:/i);
});

it('adds no attributes that stand in a link', () => {
  const anchor = shown(
    '[a](https://example.org/"onmouseover="alert(1)) and [b](https://example.org "t\\" onclick=\\"alert(1)")',
  ).querySelectorAll('a');
  for (const { attributes } of anchor) {
    expect([...attributes].map(({ name }) => name).filter((name) => name.startsWith('on'))).toEqual([]);
  }
});

it('loads no picture, and opens links in a page that does not know this one', () => {
  const page = shown('![a cat](https://example.org/track.png?secret) [b](https://example.org)');
  expect(page.querySelector('img')).toBeNull();
  expect(page.textContent).toContain('a cat');
  expect(page.querySelector('a')?.getAttribute('rel')).toBe('noreferrer');
  expect(page.querySelector('a')?.getAttribute('target')).toBe('_blank');
});

it.each([
  ['quotes', `${'>'.repeat(5000)} x`],
  ['lists in one line', `${'- '.repeat(3000)}x`],
  ['lists by indentation', Array.from({ length: 200 }, (_, level) => `${' '.repeat(2 * level)}- x`).join('\n')],
  ['emphasis', `${'**a '.repeat(3000)}${'a**'.repeat(3000)}`],
])('shows %s that nest too deep as they are', (_what, text) => {
  expect(shown(text).querySelector('p')?.textContent).toBe(text);
});

it('shows lists, quotes and emphasis of usual depth', () => {
  const text = `${'> '.repeat(5)}quote\n\n${Array.from({ length: 8 }, (_, level) => `${' '.repeat(2 * level)}- **x**`).join('\n')}\n\n${'-'.repeat(80)}`;
  const page = shown(text);
  expect(page.querySelectorAll('blockquote')).toHaveLength(5);
  expect(page.querySelectorAll('li strong')).toHaveLength(8);
  expect(page.querySelectorAll('hr')).toHaveLength(1);
});
