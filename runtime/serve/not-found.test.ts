import { expect, test } from 'vitest';
import { notFoundPage } from './not-found.ts';

const addresses = { builderUrl: 'https://sayso.example.org', runtimeUrl: 'https://apps.example.org' };
const page = (host: string | undefined, languages?: string) => notFoundPage({ host, languages, ...addresses }).html;

test.each(['192.168.1.5:4001', '[fd00::5]:4001', 'habits.example.net', 'localhost:4001', 'evilapps.example.org'])(
  'at %s, the page names the setting',
  (host) => {
    expect(page(host)).toContain(`This page was opened at ${host}, but RUNTIME_URL is https://apps.example.org`);
    expect(page(host, 'de-AT,de;q=0.9,en;q=0.8')).toContain(`Diese Seite wurde unter ${host} geöffnet, RUNTIME_URL ist aber`);
  },
);

test.each([undefined, 'apps.example.org', 'APPS.example.org:443', 'nothing.apps.example.org', 'a.b.apps.example.org.'])(
  'at %s, it names none',
  (host) => {
    expect(page(host)).not.toContain('RUNTIME_URL');
    expect(page(host)).toContain('There is no app here');
  },
);

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['fr-CA, de;q=0.5', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['den', 'en'],
  ['*', 'en'],
])('Accept-Language %s', (languages, language) => {
  expect(page('x.apps.example.org', languages)).toContain(`<html lang="${language}">`);
});

test('the host is text', () => {
  expect(page('<script>alert(1)</script>.example.net')).not.toContain('<script>');
});
