/** A package that apps import without an administrator's step. */
interface UsualPackage {
  /** Exact, so that no later release reaches apps unseen. */
  readonly version: string;
  /** Usual packages of which there must be one copy for all, fetched before it. */
  readonly after?: readonly string[];
}

const EDITOR = ['@tiptap/pm', '@tiptap/core'];
const EMOTION = ['@emotion/react', '@emotion/styled'];
const editorParts = (version: string, names: string): Record<string, UsualPackage> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [`@tiptap/extension-${name}`, { version, after: EDITOR }]));

/**
 * The packages that apps made elsewhere import most and that are not built in, by their size: an installation fetches one when the first app
 * imports it.
 */
export const USUAL_PACKAGES: Readonly<Record<string, UsualPackage>> = {
  '@ant-design/icons': { version: '6.3.4' },
  '@emotion/react': { version: '11.14.0' },
  '@emotion/styled': { version: '11.14.1', after: ['@emotion/react'] },
  '@mui/material': { version: '7.3.9', after: EMOTION },
  '@tiptap/core': { version: '3.34.0', after: ['@tiptap/pm'] },
  '@tiptap/pm': { version: '3.34.0' },
  '@tiptap/react': { version: '3.34.0', after: EDITOR },
  '@tiptap/starter-kit': { version: '3.34.0', after: EDITOR },
  ...editorParts('3.31.3', 'color highlight image link placeholder text-align text-style underline'),
  antd: { version: '6.6.8' },
  echarts: { version: '6.1.0' },
  'echarts-for-react': { version: '3.0.6', after: ['echarts'] },
  'hls.js': { version: '1.7.4' },
  jose: { version: '6.2.18' },
  'libphonenumber-js': { version: '1.13.16' },
  'pdfjs-dist': { version: '5.4.296' },
  'react-pdf': { version: '10.5.0', after: ['pdfjs-dist'] },
  'react-phone-number-input': { version: '3.4.18', after: ['libphonenumber-js'] },
  resend: { version: '6.38.0' },
  stripe: { version: '23.1.0' },
};

/** Packages of one family share one copy of these, those that are not usual, too. */
const FAMILIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@tiptap\/(?!pm$|core$)/, EDITOR],
  [/^@mui\//, EMOTION],
];

/** A package after the usual ones that come before it, each once, in the order in which they are fetched. */
export function withEarlier(name: string): readonly string[] {
  const listed = Object.hasOwn(USUAL_PACKAGES, name) ? USUAL_PACKAGES[name]?.after : undefined;
  const after = listed ?? FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  return [...new Set([...after.flatMap(withEarlier), name])];
}
