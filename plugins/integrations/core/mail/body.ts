import { nameLabel } from '@sayso/core';
import sanitizeHtml from 'sanitize-html';

const MARKUP = /<(?:a|b|br|div|em|h[1-6]|html|body|i|img|li|ol|p|span|strong|table|u|ul)\b[^<>]*>/i;
const SAFE: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['a', 'b', 'blockquote', 'br', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'span'],
    ...['strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan', 'align', 'valign'],
    th: ['colspan', 'rowspan', 'align', 'valign'],
    '*': ['style'],
  },
  // What positions, hides or loads something is left out.
  allowedStyles: {
    '*': {
      color: [/^(?:#[0-9a-f]{3,8}|rgb\([\d\s,.%]+\)|[a-z]+)$/i],
      'background-color': [/^(?:#[0-9a-f]{3,8}|rgb\([\d\s,.%]+\)|[a-z]+)$/i],
      'text-align': [/^(?:left|right|center|justify)$/],
      'font-size': [/^\d{1,3}(?:px|em|rem|%)$/],
      'font-weight': [/^(?:bold|normal|\d{3})$/],
      padding: [/^[\d\s.]{1,20}(?:px|em)?[\d\s.pxem]{0,40}$/],
      margin: [/^[\d\s.]{1,20}(?:px|em)?[\d\s.pxem]{0,40}$/],
    },
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  disallowedTagsMode: 'discard',
};

export interface MailFooter {
  readonly app: string;
  readonly unsubscribe: string;
}

/** A mail as text, and as HTML when its body is HTML: sanitized, with who sent it and how to get no more of them. */
export function mailBody(body: string, { app, unsubscribe }: MailFooter): { readonly text: string; readonly html: string | null } {
  const sender = `Sent by the app ${nameLabel(app) || 'without a name'}.`;
  const footer = `\n\n--\n${sender}\nNo more mail from it: ${unsubscribe}\n`;
  if (!MARKUP.test(body)) return { text: body + footer, html: null };
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const end = `<hr><p style="font-size:12px">${quoted(sender)} <a href="${quoted(unsubscribe)}">Unsubscribe</a></p>`;
  const html = sanitizeHtml(body, SAFE);
  return { text: textOf(html) + footer, html: `${html}${end}` };
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const TAG = /<(\/?)([a-z][a-z\d]*)([^<>]*)>/gi;
const BLOCK = /^(?:p|div|li|tr|h[1-6])$/;

/** The words of sanitized HTML, with the addresses of its links. Reads each character once, since callers choose the text. */
function textOf(html: string): string {
  const links: string[] = [];
  const plain = html.replace(TAG, (_tag, slash: string, name: string, attributes: string) => {
    if (name === 'br' || (slash !== '' && BLOCK.test(name))) return '\n';
    if (name !== 'a') return '';
    if (slash === '') links.push(/ href="(https?:[^"]*)"/.exec(attributes)?.[1] ?? '');
    const address = slash === '' ? '' : (links.pop() ?? '');
    return address === '' ? '' : ` (${address})`;
  });
  return plain
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
