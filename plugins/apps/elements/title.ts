import { cut } from '@sayso/core';
import type { AppElement, ElementEdit } from '@sayso/runtime/ref';

const MAX_SHOWN = 60;

/** The title of the version that an edit makes. */
export function editTitle({ texts, tag }: AppElement, edit: ElementEdit): string {
  const own = texts.find(({ of }) => of === 'children') ?? texts[0];
  const name = own === undefined ? tag : `"${cut(own.value, MAX_SHOWN)}"`;
  switch (edit.kind) {
    case 'text':
      return `Changed text to "${cut(edit.text.trim(), MAX_SHOWN)}"`;
    case 'style':
      return `Changed ${edit.property} of ${name}`;
    case 'classes':
      return `Changed the classes of ${name}`;
    case 'image':
      return 'Changed a picture';
    case 'link':
      return `Changed the link of ${name}`;
    case 'move':
      return `Moved ${name}`;
    case 'duplicate':
      return `Copied ${name}`;
    case 'remove':
      return `Removed ${name}`;
  }
}
