import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnOrigin } from './access.ts';

const scheme = fc.constantFrom('http', 'https');
const host = fc.constantFrom('sayso.example', 'sayso.example:8443', '127.0.0.1:4000', '[::1]:4000', 'evil.example');

test('an origin is the own one by the public URL, or by the host of the request unless it lacks the https of that URL', () => {
  fc.assert(
    fc.property(scheme, host, scheme, host, host, (ownScheme, ownHost, pageScheme, pageHost, asked) => {
      const isSame = ownScheme === pageScheme && ownHost === pageHost;
      const isByHost = pageHost === asked && (ownScheme === 'http' || pageScheme === 'https');
      const headers = new Headers({ host: asked });
      expect(isOwnOrigin(`${pageScheme}://${pageHost}`, headers, `${ownScheme}://${ownHost}`)).toBe(isSame || isByHost);
    }),
  );
});

test.each(['null', '', 'sayso.example', '//sayso.example', 'https://sayso.example.evil.example', 'https://evil.example/@sayso.example'])(
  'the origin %j is not the own one',
  (origin) => expect(isOwnOrigin(origin, new Headers({ host: 'sayso.example' }), 'https://sayso.example')).toBe(false),
);
