/** A place in an app's files as a click in the preview finds it. */
export interface ElementPlace {
  /** Path of the file, such as `pages/Home`. */
  readonly path: string;
  /** Of the element's `<`, both from 1; the column counts UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

/** A text that an element shows and that stands in its code. */
export interface ElementText {
  /** `children`, or the name of the prop. */
  readonly of: string;
  readonly value: string;
}

/** One element in the code of an app, with what can be edited without a model. */
export interface AppElement extends ElementPlace {
  readonly endLine: number;
  /** The element as it is written, at most 4,000 characters. */
  readonly code: string;
  /** As it is written: `h1`, `Button`. */
  readonly tag: string;
  /** The component whose code the element stands in, such as `HabitCard`; null outside of any. */
  readonly component: string | null;
  /** At most 10. */
  readonly texts: readonly ElementText[];
  /** Whether the element also shows what code computes, such as the value of a row. */
  readonly hasComputedText: boolean;
  /** Classes in the order of the code; null when code computes them, or when the element takes none. */
  readonly classes: readonly string[] | null;
  /** `src` and `href` (`to` of a router's link) that stand in the code; null where code computes them, or where the element has none. */
  readonly image: string | null;
  readonly link: string | null;
  readonly canMoveBefore: boolean;
  readonly canMoveAfter: boolean;
  readonly canDuplicate: boolean;
  readonly canRemove: boolean;
  /** The element is drawn once for each item of a list: an edit changes all of them. */
  readonly isRepeated: boolean;
}

/** What an edit sets of a style; the names are those of Tailwind's utilities. */
export type StyleProperty = 'size' | 'weight' | 'color' | 'background' | 'padding' | 'margin' | 'align' | 'corners';

/** An edit of one element. */
export type ElementEdit =
  | { readonly kind: 'text'; readonly of: string; readonly text: string }
  /** `value` is a class such as `text-xl`; null removes that of the property. */
  | { readonly kind: 'style'; readonly property: StyleProperty; readonly value: string | null }
  /** All classes, in their order. */
  | { readonly kind: 'classes'; readonly names: readonly string[] }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'move'; readonly isAfter: boolean }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'remove' };

export type ElementRefusal =
  /** There is no element at the place. */
  | 'no-element'
  /** The element has no such text, image, link or neighbour in its code. */
  | 'computed'
  /** The text, class or address is not allowed. */
  | 'bad-value'
  /** The code around it would no longer compile. */
  | 'used-in-code'
  | 'unreadable';

export type ElementEdited =
  /** `element` is the edited one, or its copy; null when it is removed. */
  | { readonly ok: true; readonly content: string; readonly element: AppElement | null }
  | { readonly ok: false; readonly reason: ElementRefusal };
