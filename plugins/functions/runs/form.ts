import { InvalidInput } from '@sayso/core';
import { z } from 'zod';

const asked = z.object({ type: z.string().max(500), base64: z.base64() });
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const MAX_PARTS = 1000;

interface FormPart {
  readonly name: string;
  readonly value: string;
  readonly file?: { readonly name: string; readonly type: string };
}

/** Parses a form for a function: its engine has no parser. Throws `InvalidInput`. */
export async function readForm(value: unknown): Promise<FormPart[]> {
  const { type, base64 } = asked.parse(value);
  if (!FORM.test(type)) throw new InvalidInput('The body is no form.');
  const bytes = Buffer.from(base64, 'base64');
  checkParts(bytes);
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new InvalidInput('The form is damaged.');
  });
  return Promise.all(
    [...form].map(async ([name, given]) => {
      if (typeof given === 'string') return { name, value: given };
      const content = Buffer.from(await given.arrayBuffer()).toString('base64');
      return { name, value: content, file: { name: given.name, type: given.type } };
    }),
  );
}

/** Each part costs far more than its bytes. */
function checkParts(bytes: Buffer): void {
  let parts = 0;
  for (let at = bytes.indexOf('form-data;'); at >= 0; at = bytes.indexOf('form-data;', at + 1)) parts += 1;
  for (let at = bytes.indexOf('&'); parts <= MAX_PARTS && at >= 0; at = bytes.indexOf('&', at + 1)) parts += 1;
  if (parts > MAX_PARTS) throw new InvalidInput(`A form may have at most ${MAX_PARTS} parts.`);
}
