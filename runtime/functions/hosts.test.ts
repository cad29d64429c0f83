import { describe, expect, test } from 'vitest';
import { readDeclarations } from './declaration.ts';

/** `#{` in the code of a case stands for the placeholder of a template. */
const hostsOf = (text: string, more: Record<string, string> = {}) =>
  readDeclarations({ 'functions/f': text.replaceAll('#{', '${'), ...more }, () => {})['functions/f']?.hosts;

describe('the servers that a function calls', () => {
  test.each([
    ['a literal', "fetch('https://api.example.com/v1')"],
    ['an upper-case literal with the standard port', "fetch('https://API.Example.com:443/v1')"],
    ['the global object', "globalThis.fetch('https://api.example.com')"],
    ['a template with its origin', '(id) => fetch(`https://api.example.com/v1/#{id}?a=#{id}`)'],
    ['a template with a path that is not known', '(path) => fetch(`https://api.example.com#{path}`)'],
    ['a constant', "const BASE = 'https://api.example.com'; fetch(`#{BASE}/v1`)"],
    ['a constant of constants', "const HOST = 'api.example.com'; const BASE = `https://#{HOST}`; fetch(BASE + '/v1')"],
    ['a later assignment', "let url; if (x) url = 'https://api.example.com/' + x; await fetch(url)"],
    ['an address', "fetch(new URL('/v1', 'https://api.example.com'))"],
    ['the text of an address', "const url = new URL('https://api.example.com/v1'); url.searchParams.set('a', 1); fetch(url.toString())"],
    ['its href', "const url = new URL(`https://api.example.com/#{x}`); fetch(url.href, { method: 'POST' })"],
    ['a request', "fetch(new Request('https://api.example.com'))"],
    ['a fallback', "const base = Deno.env.get('BASE') ?? 'https://api.example.com'; fetch(`#{base}/v1`)"],
    ['a choice', "fetch(live ? 'https://api.example.com/a' : unknown)"],
    ['a property', "const API = { base: 'https://api.example.com' } as const; fetch(`#{API.base}/v1`)"],
    ['a property by a variable', "const API = Object.freeze({ a: 'https://api.example.com/a' }); fetch(API[kind])"],
    ['a taken property', "const { base } = { base: 'https://api.example.com' }; fetch(base)"],
    ['a list', "for (const url of ['https://api.example.com/a']) await fetch(url)"],
    ['each of a list', "const urls = ['https://api.example.com/a']; await Promise.all(urls.map((url) => fetch(url)))"],
    ['a wrapper', "async function get(url) { return fetch(url); } get('https://api.example.com')"],
    ['a wrapper with a default', "const get = (path, base = 'https://api.example.com') => fetch(base + path); get('/v1')"],
    ['a builder of addresses', "const at = (path) => { return `https://api.example.com/#{path}`; }; fetch(at('v1'))"],
    [
      'a class',
      "class Api { #a; constructor(base) { this.base = base; } get() { return fetch(`#{this.base}/v1`); } } new Api('https://api.example.com')",
    ],
    ['a field of a class', "class Api { base = 'https://api.example.com'; get() { return fetch(this.base); } }"],
    ['axios', "import axios from 'npm:axios@1.7.0'; axios.get('https://api.example.com/v1')"],
    ['axios with options', "import axios from 'axios'; axios({ url: 'https://api.example.com/v1' })"],
    ['an instance of axios', "import axios from 'axios'; const api = axios.create({ baseURL: 'https://api.example.com' }); api.get('/v1')"],
    ['a client that is imported late', "const { default: ky } = await import('npm:ky'); await ky.post('https://api.example.com')"],
  ])('are found in %s', (_what, text) => {
    expect(hostsOf(text)).toEqual(['api.example.com']);
  });

  test.each([
    ['text', "const link = 'https://api.example.com'; send(`See #{link}`)"],
    ['a comment', "// fetch('https://api.example.com')"],
    ['text with code', 'const help = "fetch(\'https://api.example.com\')"'],
    ['another fetch', "const fetch = (url) => url; fetch('https://api.example.com')"],
    ['a host that is not known', 'fetch(`https://#{tenant}.example.com/v1`)'],
    ['a domain that is not known', 'fetch(`https://api.#{zone}.example.com/v1`)'],
    ['the end of a host that is not known', 'fetch(`https://api.example#{end}.com/v1`)'],
    ['an address without an origin', "fetch('/functions/other')"],
    ['another protocol', "fetch('http://api.example.com')"],
    ['an IP address', "fetch('https://127.0.0.1/')"],
    ['a local name', "fetch('https://localhost/')"],
    ['another port', "fetch('https://api.example.com:8443/')"],
    ['credentials', "fetch('https://api.example.com@other/')"],
    ['a name of an inner scope', "{ const url = 'https://api.example.com'; use(url); } fetch(url)"],
    ['a parameter of the same name', "const url = 'https://api.example.com'; export default ({ url }) => fetch(url)"],
    ['the argument of another package', "import qr from 'qrcode'; qr.toDataURL('https://api.example.com')"],
    ['broken code', "fetch('https://api.example.com'"],
    ['names in a circle', 'let a = b, b = a; fetch(a); const f = (x) => f(x); fetch(f(1))'],
  ])('are not taken from %s', (_what, text) => {
    expect(hostsOf(text)).toEqual([]);
  });

  test('are those of its constant, then those of its code and of the files that it imports', () => {
    const more = {
      'functions/_shared/http': "import { BASE } from './config.ts'; export * from './send.ts'; export const load = () => fetch(BASE);",
      'functions/_shared/config': "export const BASE = 'https://two.example.com'; export default { url: 'https://four.example.com' };",
      'functions/_shared/send': 'export function send(url: string) { return fetch(url); }',
      'functions/other': "fetch('https://other.example.com')",
      'lib/unused': "fetch('https://unused.example.com')",
    };
    const text = `import * as config from './_shared/config.ts'; import own from './_shared/config.ts'; import { send as post } from './_shared/http.ts';
export const hosts = ['one.example.com']; post('https://three.example.com'); fetch(own.url); fetch(config.BASE);`;
    const found = hostsOf(text, more);
    expect(found?.[0]).toBe('one.example.com');
    expect(found?.toSorted()).toEqual(['four.example.com', 'one.example.com', 'three.example.com', 'two.example.com']);
  });

  test('are found beside names whose values multiply', () => {
    const names = Array.from({ length: 40 }, (_, n) => `let a${n} = c ? a${n + 1} + a${n + 2} : a${n + 2} || a${n + 1};`).join('\n');
    expect(hostsOf(`${names}\nlet a40 = 'https://a.example.com', a41 = a0; fetch(a0); fetch('https://b.example.com')`)).toContain(
      'b.example.com',
    );
  });
});
