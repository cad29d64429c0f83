import { describe, expect, it } from 'vitest';
import { afterLogin, isExempt, loginPath, safePath, verifyPath } from './redirects.ts';

describe('redirect targets', () => {
  it.each([
    [null, '/home'],
    ['', '/home'],
    ['/settings?tab=1#look', '/settings?tab=1#look'],
    ['https://evil.example', '/home'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['/\t/evil.example', '/home'],
    ['/.//evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
    ['/build/../settings', '/settings'],
    ['/build/app/1', '/build/app/1'],
    ['/build/app/1/home-page?version=2', '/build/app/1/home-page?version=2'],
    ['/preview/app/1/a/b', '/preview/app/1/a/b'],
    ['/apps/1/login?nextUrl=https%3A%2F%2Fone.example%2F', '/apps/1/login?nextUrl=https%3A%2F%2Fone.example%2F'],
    // URLs of this site that serve generated code, call an API, or redirect to the log-in.
    ['/app/somebody', '/home'],
    ['/app/somebody/page?x=1', '/home'],
    ['/api/auth/sign-out', '/home'],
    ['/logout', '/home'],
    ['/auth/handler', '/home'],
    ['/build/app/..%2f..%2fapp%2fsomebody', '/home'],
    ['/build/app/%5cevil.example', '/home'],
    ['/@evil.example/home', '/home'],
  ])('%s redirects to %s', (target, expected) => {
    expect(safePath(target)).toBe(expected);
  });

  it.each([
    ['/home', '', '/login'],
    ['/', '', '/login'],
    ['/apps/1/login', '?nextUrl=x', '/apps/1/login?nextUrl=x'],
    ['/build/app/1/stats', '?version=2', '/login?redirectTo=%2Fbuild%2Fapp%2F1%2Fstats%3Fversion%3D2'],
  ])('%s%s redirects to the log-in at %s', (pathname, search, expected) => {
    expect(loginPath({ pathname, search })).toBe(expected);
  });

  it.each([
    [true, '', '/home'],
    [true, '?redirectTo=%2Fsettings', '/settings'],
    [true, '?redirectTo=https%3A%2F%2Fevil.example', '/home'],
    [false, '', '/auth/verifyEmail?continueUrl=%2Fhome'],
    [false, '?redirectTo=%2Fsettings&sale_id=7', '/auth/verifyEmail?continueUrl=%2Fsettings%3Fsale_id%3D7'],
  ])('verified %s with %s goes to %s', (emailVerified, search, expected) => {
    expect(afterLogin({ emailVerified }, search)).toBe(expected);
  });

  it('keeps a target that has a query itself', () => {
    expect(verifyPath('?redirectTo=%2Fhome%3Fa%3D1&goto=upgrade_app_plan')).toBe(
      '/auth/verifyEmail?continueUrl=%2Fhome%3Fa%3D1%26goto%3Dupgrade_app_plan',
    );
  });

  it.each([
    ['/tool/write', true],
    ['/app/x/item/3', true],
    ['/home', false],
  ])('%s is exempt: %s', (pathname, expected) => {
    expect(isExempt(pathname)).toBe(expected);
  });
});
