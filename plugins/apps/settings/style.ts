import { Forbidden, InvalidInput } from '@sayso/core';
import { z } from 'zod';
import type { AppStyle } from '../ref.ts';

const styleName = z.enum(['dark', 'colorful', 'light'], 'must be dark, colorful or light.');
/** Any CSS colour or background, without what could end the declaration that it is put into. */
const css = z
  .string('must be text.')
  .trim()
  .max(500, 'has at most 500 characters.')
  .regex(/^[^<>{};\\]*$/, 'must be a CSS colour or background.')
  .nullable();
const image = z
  .string('must be text.')
  .trim()
  .max(2000, 'has at most 2000 characters.')
  .refine((text) => text === '' || /^(https?:\/\/|\/(?!\/))[^\s"'()<>\\]*$/.test(text), 'must be the address of an image.')
  .transform((text) => text || null)
  .nullable();

const change = z.object({
  styleName: styleName.nullish(),
  background: css.optional(),
  backgroundImage: image.optional(),
  logoUrl: image.optional(),
  headerTextColor: css.optional(),
  subheaderTextColor: css.optional(),
  buttonTextColor: css.optional(),
  buttonBackgroundColor: css.optional(),
  hideBuildAI: z.boolean('must be true or false.').nullish(),
});

export const defaultStyle: AppStyle = {
  styleName: 'light',
  background: null,
  backgroundImage: null,
  logoUrl: null,
  headerTextColor: null,
  subheaderTextColor: null,
  buttonTextColor: null,
  buttonBackgroundColor: null,
  hideBuildAI: false,
};

/** Applies a change of style; throws `InvalidInput`, and `Forbidden` for the watermark, which only admins hide. */
export function changeStyle(before: AppStyle, changes: Readonly<Record<string, unknown>>, isAdmin: boolean): AppStyle {
  const parsed = change.safeParse(changes);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new InvalidInput(`${issues[0]?.path} ${issues[0]?.message}`, issues);
  }
  const { styleName: name, hideBuildAI, ...rest } = parsed.data;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const next: AppStyle = { ...before, ...given, styleName: name ?? before.styleName, hideBuildAI: hideBuildAI ?? before.hideBuildAI };
  if (next.hideBuildAI !== before.hideBuildAI && !isAdmin) throw new Forbidden('Only admins may change the setting "hideBuildAI".');
  return next;
}
