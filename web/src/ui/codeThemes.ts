import { EditorView } from '@codemirror/view';

// CodeMirror inserts its styles without a cascade layer, which style sheets in layers cannot override: these are its own themes.

/** What the editor and comparisons have in common. */
const text = EditorView.theme({
  '&': { fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px' },
  '.cm-gutters': { border: '0', background: 'var(--surface)', color: 'var(--mantine-color-dimmed)' },
});

const field = {
  height: '28px',
  margin: '0',
  padding: '0 10px',
  border: '1px solid var(--line-strong)',
  borderRadius: '8px',
  background: 'var(--surface)',
  color: 'inherit',
  font: 'inherit',
};
const hover = { background: 'var(--sunken)' };
const selection = { background: 'color-mix(in srgb, var(--accent-text) 22%, transparent)' };
const activeLine = { background: 'color-mix(in srgb, var(--mantine-color-text) 4%, transparent)' };

/** Source code with its search panel. */
export const editorTheme = [
  text,
  EditorView.theme({
    '.cm-content': { paddingBlock: '12px', caretColor: 'var(--mantine-color-text)' },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-activeLine': activeLine,
    '.cm-activeLineGutter': activeLine,
    '.cm-selectionLayer .cm-selectionBackground': selection,
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': selection,
    '.cm-panels.cm-panels-top': {
      borderBottom: '1px solid var(--line)',
      background: 'var(--mantine-color-body)',
      color: 'inherit',
    },
    '.cm-panel.cm-search': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '6px',
      padding: '8px 44px 8px 12px',
      font: '13px / 20px var(--mantine-font-family)',
    },
    '.cm-panel.cm-search .cm-textfield': { ...field, width: '220px', maxWidth: '100%' },
    '.cm-panel.cm-search .cm-textfield::placeholder': { color: 'var(--mantine-color-placeholder)' },
    '.cm-panel.cm-search .cm-textfield:focus': {
      borderColor: 'var(--mantine-color-dimmed)',
      outline: 'none',
      boxShadow: '0 0 0 3px var(--focus-ring)',
    },
    '.cm-panel.cm-search .cm-button': { ...field, fontWeight: '500', cursor: 'pointer' },
    '.cm-panel.cm-search .cm-button:hover': hover,
    '.cm-panel.cm-search label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      minHeight: '28px',
      paddingInline: '4px',
      fontSize: '13px',
      cursor: 'pointer',
    },
    '.cm-panel.cm-search input[type="checkbox"]': {
      width: '16px',
      height: '16px',
      margin: '0',
      accentColor: 'var(--mantine-primary-color-filled)',
    },
    '.cm-panel.cm-search [name="close"]': {
      top: '8px',
      right: '8px',
      width: '28px',
      height: '28px',
      borderRadius: '8px',
      color: 'var(--mantine-color-dimmed)',
      fontSize: '18px',
      cursor: 'pointer',
    },
    '.cm-panel.cm-search [name="close"]:hover': hover,
    '.cm-searchMatch': { background: 'color-mix(in srgb, var(--code-number) 22%, transparent)' },
    '.cm-searchMatch.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--accent-text) 40%, transparent)' },
    '@media (max-width: 767px)': {
      '.cm-panel.cm-search .cm-textfield, .cm-panel.cm-search .cm-button, .cm-panel.cm-search label, .cm-panel.cm-search [name="close"]': {
        minWidth: '44px',
        height: '44px',
      },
      // Below 16 px, phones zoom into a focused field.
      '.cm-panel.cm-search .cm-textfield': { fontSize: '16px' },
    },
  }),
];

const added = { background: 'var(--added)' };
const removed = { background: 'var(--removed)' };
const addedStrong = { background: 'var(--added-strong)' };
const removedStrong = { background: 'var(--removed-strong)' };

/** Two texts side by side or as one. */
export const differencesTheme = [
  text,
  EditorView.theme({
    '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, .cm-insertedLine': added,
    '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': removed,
    '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-inlineChangedLine .cm-changedText, .cm-changedText': addedStrong,
    '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, .cm-deletedText': removedStrong,
    '.cm-collapsedLines': {
      padding: '4px 12px',
      background: 'var(--sunken)',
      color: 'var(--mantine-color-dimmed)',
      font: '12px / 16px var(--mantine-font-family)',
    },
    // Common fonts lack the character of CodeMirror.
    '.cm-collapsedLines::before': { content: '"↕"' },
    '.cm-collapsedLines::after': { content: 'none' },
  }),
];
