import { parseSync } from 'oxc-parser';

// The theme of `tailwind.config` as variables of Tailwind 4. The file is read, never run: only its literals count.

interface Loose {
  readonly type: string;
  readonly [field: string]: unknown;
}
/** A value of the settings: a text, or names and values. */
type Value = string | { readonly [name: string]: Value };

const MAX_DEPTH = 12;
const MAX_LENGTH = 200_000;
/** Section of Tailwind 3 → prefix of the variables of Tailwind 4. */
const SECTIONS: Readonly<Record<string, string>> = {
  colors: 'color',
  fontFamily: 'font',
  borderRadius: 'radius',
  boxShadow: 'shadow',
  backgroundImage: 'background-image',
  animation: 'animate',
  spacing: 'spacing',
  screens: 'breakpoint',
  transitionTimingFunction: 'ease',
  fontSize: 'text',
  letterSpacing: 'tracking',
  lineHeight: 'leading',
  maxWidth: 'container',
  zIndex: 'z-index',
};
/** Values within a declaration and names within an identifier; anything else is left out. */
const SAFE_VALUE = /^[^;{}<>\\]{1,500}$/;
const SAFE_NAME = /^[\w-]{1,60}$/;

/** The theme of the settings as CSS; empty when nothing can be read. */
export function themeOf(config: string): string {
  if (config === '' || config.length > MAX_LENGTH) return '';
  const { program, errors } = parseSync('tailwind.config.ts', config, { lang: 'ts', sourceType: 'module' });
  if (errors.some(({ severity }) => severity === 'Error')) return '';
  const theme = themeIn(program as unknown as Loose, 0);
  if (theme === null) return '';
  const { extend = {}, ...own } = theme;
  const parts = [own, typeof extend === 'string' ? {} : extend];
  const variables = parts.flatMap((part) => Object.entries(part).flatMap(([section, value]) => variablesOf(section, value)));
  const frames = parts.flatMap((part) => framesOf(part['keyframes']));
  const lines = variables.map(([name, value]) => `  --${name}: ${value};\n`);
  return lines.length === 0 && frames.length === 0 ? '' : `@theme inline {\n${lines.join('')}}\n${frames.join('')}`;
}

/** The value of the first property `theme`. */
function themeIn(node: Loose, depth: number): Exclude<Value, string> | null {
  if (depth > MAX_DEPTH) return null;
  if (node.type === 'Property' && nameOf(node['key'] as Loose) === 'theme') {
    const value = readValue(node['value'] as Loose, 0);
    return value === null || typeof value === 'string' ? null : value;
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child !== 'object' || child === null || typeof (child as Loose).type !== 'string') continue;
    const found = themeIn(child as Loose, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function nameOf(key: Loose): string {
  return String(key['name'] ?? key['value'] ?? '');
}

function readValue(node: Loose, depth: number): Value | null {
  if (depth > MAX_DEPTH) return null;
  if (node.type === 'Literal') return ['string', 'number'].includes(typeof node['value']) ? String(node['value']) : null;
  if (node.type === 'TemplateLiteral' && (node['expressions'] as unknown[]).length === 0)
    return String(((node['quasis'] as Loose[])[0]?.['value'] as { cooked?: string } | undefined)?.cooked ?? '');
  if (node.type === 'ArrayExpression') return listOf(node['elements'] as readonly (Loose | null)[], depth);
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return readValue(node['expression'] as Loose, depth);
  if (node.type !== 'ObjectExpression') return null;
  const entries = (node['properties'] as readonly Loose[]).flatMap((property) => {
    const value = property.type === 'Property' ? readValue(property['value'] as Loose, depth + 1) : null;
    return value === null ? [] : [[nameOf(property['key'] as Loose), value] as const];
  });
  return Object.fromEntries(entries);
}

/** A list of fonts, or a size with what belongs to it, of which the first counts. */
function listOf(elements: readonly (Loose | null)[], depth: number): Value | null {
  const values = elements.map((element) => (element === null ? null : readValue(element, depth + 1)));
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0) return null;
  return texts.length === values.length
    ? texts.map((text) => (/^[\w-]+$/.test(text) || text.startsWith('"') ? text : JSON.stringify(text))).join(', ')
    : (texts[0] ?? null);
}

function variablesOf(section: string, value: Value): (readonly [string, string])[] {
  const prefix = SECTIONS[section];
  if (prefix === undefined || typeof value === 'string') return [];
  return flattened(value, prefix).filter(([name, text]) => SAFE_NAME.test(name) && SAFE_VALUE.test(text));
}

function flattened(value: Value, name: string): [string, string][] {
  if (typeof value === 'string') return [[name, value.replace(/\s*\/\s*<alpha-value>/g, '')]];
  return Object.entries(value).flatMap(([key, inner]) => flattened(inner, key === 'DEFAULT' ? name : `${name}-${key}`));
}

function framesOf(value: Value | undefined): string[] {
  if (value === undefined || typeof value === 'string') return [];
  return Object.entries(value).flatMap(([name, steps]) => {
    if (!SAFE_NAME.test(name) || typeof steps === 'string') return [];
    const rules = Object.entries(steps).flatMap(([step, declarations]) => {
      if (!/^[\w%., -]{1,60}$/.test(step) || typeof declarations === 'string') return [];
      const lines = Object.entries(declarations).flatMap(([property, text]) => {
        const css = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        return typeof text === 'string' && SAFE_VALUE.test(text) && /^[\w-]+$/.test(css) ? [`${css}: ${text};`] : [];
      });
      return [`${step} { ${lines.join(' ')} }`];
    });
    return [`@keyframes ${name} { ${rules.join(' ')} }\n`];
  });
}
