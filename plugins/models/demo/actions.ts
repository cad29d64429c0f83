/** An action of the assistant's turn, as the chat applies it. */
export interface ActionTag {
  readonly type: 'add_file' | 'edit_file' | 'delete_file' | 'add_entity' | 'edit_entity' | 'set_permissions' | 'insert_records';
  readonly file: string;
  readonly title: string;
  readonly content: string;
  /** The app's name, on the first action of a new or renamed app. */
  readonly app?: string;
}

/** What the person may say next, at one click. One that ends in … is to be completed. */
export interface Suggestion {
  readonly suggestion: string;
}

/** What the demo assistant answers: sentences, actions between them, and what to say next. */
export type Part = string | ActionTag | Suggestion;

/** The tag as it stands in the assistant's text. */
export function openTag(action: ActionTag): string {
  const attributes = [
    ['type', action.type],
    ['file', action.file],
    ['title', action.title],
    ...(action.app === undefined ? [] : [['app', action.app]]),
  ];
  return `<action ${attributes.map(([name, value]) => `${name}="${escapeAttribute(value ?? '')}"`).join(' ')}>`;
}

function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
