import { expect, test } from 'vitest';
import { originAt, pageOf } from './targets.ts';

const OWN = 'https://habits.apps.example.org:8443';

// nginx leaves the port out of `$host`.
test.each(['habits.apps.example.org:8443', 'habits.apps.example.org', 'Habits.apps.example.org'])(
  'an app is known at the host %s',
  (host) => {
    expect(originAt(host, [undefined, OWN])).toBe(OWN);
    expect(pageOf(`${OWN}/notes?tab=2#top`, host)).toBe('/notes?tab=2#top');
  },
);

test.each(['habits.apps.example.org:9443', 'evil.example.org', 'apps.example.org', null])('and not at %s', (host) => {
  expect(originAt(host, [undefined, OWN])).toBeNull();
  expect(pageOf(`${OWN}/notes`, host)).toBe('/');
});
