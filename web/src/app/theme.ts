import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type ModalProps,
  mergeThemeOverrides,
} from '@mantine/core';

/** Widths of dialogs in pixels, of section 9 of the specification. */
const DIALOG_SIZES: Readonly<Record<string, number>> = { sm: 400, md: 600, lg: 820, xl: 1000 };

function dialogSize(size: ModalProps['size']): Record<string, string> {
  const pixels = Object.hasOwn(DIALOG_SIZES, String(size)) ? DIALOG_SIZES[String(size)] : undefined;
  return pixels === undefined ? {} : { '--modal-size': `${pixels}px` };
}

/** The one accent, a burnt orange: white text is readable on shade 7, shade 4 is readable on dark surfaces. */
const ember: MantineColorsTuple = [
  '#fdf4ef',
  '#fae4d9',
  '#f4c4b0',
  '#ee9f7f',
  '#ea875f',
  '#e0683c',
  '#c9532a',
  '#b4471c',
  '#8f3816',
  '#6b2a12',
];

/** The one ramp of neutrals, warm; `gray` is its light half, `dark` (0 text to 9 deepest) its dark half. */
const gray: MantineColorsTuple = [
  '#f8f7f4',
  '#f2f0ec',
  '#e9e6e0',
  '#dedad3',
  '#c8c3ba',
  '#9f988d',
  '#696359',
  '#4d4841',
  '#332f2a',
  '#1f1c18',
];
const dark: MantineColorsTuple = [
  '#eceae6',
  '#cbc7c0',
  '#b0aa9f',
  '#7d776d',
  '#3d3a35',
  '#322f2b',
  '#262421',
  '#191816',
  '#131211',
  '#0d0c0b',
];

/** For errors and destructive actions; readable on light and on dark surfaces. */
const red: MantineColorsTuple = [
  '#fdf2f0',
  '#fbe3df',
  '#f7c9c2',
  '#f5a89e',
  '#f28b80',
  '#dc5447',
  '#b42318',
  '#a51d13',
  '#861710',
  '#64110c',
];
/** For what is live. */
const green: MantineColorsTuple = [
  '#eef7f1',
  '#dcefe3',
  '#b8dfc7',
  '#8ccba4',
  '#5fb882',
  '#2f9a5c',
  '#1a7a42',
  '#166a39',
  '#11542d',
  '#0c3d21',
];

const look = createTheme({
  colors: { ember, gray, dark, red, green },
  primaryColor: 'ember',
  // The same in both schemes: white text is readable on it.
  primaryShade: 7,
  black: '#1f1c18',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.25rem' },
      h2: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, multiline: true, maw: 280, fz: 'xs', px: 8, py: 4 } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Modal: {
      vars: (_theme: unknown, { size }: ModalProps) => ({ root: dialogSize(size) }),
      defaultProps: {
        size: 'sm',
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    // The focus placeholder is no permitted child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', radius: 'md', transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 100 } } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Skeleton: { defaultProps: { radius: 'md' } },
  },
});

/** The theme, with the labels that Mantine's components show. */
export const createAppTheme = ({ close }: { readonly close: string }): MantineThemeOverride =>
  mergeThemeOverrides(look, {
    components: { Modal: { defaultProps: { ...look.components?.Modal?.defaultProps, closeButtonProps: { 'aria-label': close } } } },
  });

/** Tokens of our own beside Mantine's: surfaces and lines, for both schemes. */
export const cssVariables: CSSVariablesResolver = (current) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfb',
    '--mantine-color-dimmed': current.colors['gray']?.[6] ?? '',
    '--mantine-color-placeholder': '#78716a',
    '--mantine-color-error': '#b42318',
    '--surface': '#ffffff',
    '--sunken': current.colors['gray']?.[1] ?? '',
    '--line': current.colors['gray']?.[2] ?? '',
    '--line-strong': current.colors['gray']?.[3] ?? '',
    '--bubble': '#efece7',
    '--live': '#1f8a4c',
    '--accent-text': current.colors['ember']?.[7] ?? '',
    '--focus-ring': 'rgba(180, 71, 28, 0.16)',
    '--danger-text': '#b42318',
  },
  dark: {
    '--mantine-color-body': current.colors['dark']?.[7] ?? '',
    '--mantine-color-dimmed': current.colors['dark']?.[2] ?? '',
    '--mantine-color-placeholder': '#938d83',
    // Lighter than the surface of popovers.
    '--mantine-color-disabled': current.colors['dark']?.[5] ?? '',
    '--mantine-color-error': '#ff9a8f',
    '--surface': '#201f1c',
    '--sunken': '#131211',
    '--line': '#2e2c28',
    '--line-strong': current.colors['dark']?.[4] ?? '',
    '--bubble': '#2a2825',
    '--live': '#4cc27e',
    '--accent-text': current.colors['ember']?.[4] ?? '',
    '--focus-ring': 'rgba(234, 135, 95, 0.24)',
    '--danger-text': '#ff9a8f',
  },
});
