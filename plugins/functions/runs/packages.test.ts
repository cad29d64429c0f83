import { expect, test } from 'vitest';
import { call, have, preview } from '../testing/world.ts';

/** What libraries of servers and of files find in the engine, each as a function that uses it. */
test.each<[name: string, code: string, answer: unknown]>([
  [
    'jszip',
    `import JSZip from 'npm:jszip@3';
export default async () => {
  const zip = new JSZip();
  zip.file('deep/a.txt', 'Grüße');
  const back = await JSZip.loadAsync(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }));
  return [Object.keys(back.files), await back.file('deep/a.txt').async('string')];
};`,
    [['deep/', 'deep/a.txt'], 'Grüße'],
  ],
  [
    'jspdf',
    `import { jsPDF } from 'https://esm.sh/jspdf@4.0.0';
export default () => {
  const pdf = new jsPDF();
  pdf.text('Invoice 7', 10, 10);
  const text = new TextDecoder('latin1').decode(pdf.output('arraybuffer'));
  return [text.slice(0, 5), text.includes('(Invoice 7) Tj'), text.trimEnd().slice(-5)];
};`,
    ['%PDF-', true, '%%EOF'],
  ],
  [
    'globals',
    `export default async () => {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const given = { at: new Date(0), list: [new Set([1])] };
  const copy = structuredClone(given);
  const later = await new Promise((resolve) => setImmediate(resolve, 'later'));
  const never = setImmediate(() => { throw new Error('It was cleared.'); });
  clearImmediate(never);
  return [key.usages, key.extractable, Object.prototype.toString.call(key), copy.at.getTime(), copy.list[0].has(1), copy.list === given.list, later, self === globalThis];
};`,
    [['sign'], false, '[object CryptoKey]', 0, true, false, 'later', true],
  ],
])('%s works in a function', async (name, code, answer) => {
  have({ [name]: code });
  const { status, text } = await call(name, {}, preview);
  expect([status, JSON.parse(text)]).toEqual([200, answer]);
});
