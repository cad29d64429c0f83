import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadLanguage } from '../i18n/language.ts';
import { setConnected } from '../lib/connection.ts';
import { addFault, takeFaults } from './faults.ts';
import { setScreen } from './screen.ts';

configure({
  // A busy machine may take long; a wait ends as soon as its condition holds.
  asyncUtilTimeout: 45_000,
  // The text of the page says more than its HTML of many screens.
  getElementError(message) {
    const page = document.body.cloneNode(true) as HTMLElement;
    for (const style of page.querySelectorAll('style')) style.remove();
    return new Error(`${message?.split('\n')[0]}\nThe page reads: ${page.textContent}`);
  },
});
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// What happy-dom lacks: fonts, and a layout, without which popovers take their button for scrolled away and hide.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => window.innerWidth });
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => window.innerHeight });
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 100, 20);

beforeEach(async () => {
  await loadLanguage('en');
  setScreen({});
  vi.spyOn(console, 'error').mockImplementation((...parts) => addFault(`console.error: ${parts.map(String).join(' ')}`));
  vi.spyOn(console, 'warn').mockImplementation((...parts) => {
    // A screen may refetch a query of another one that is not mounted.
    if (!String(parts[0]).startsWith('Unknown query named')) addFault(`console.warn: ${parts.map(String).join(' ')}`);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  setConnected(true);
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is missing in some browsers
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
  document.title = '';
  expect(takeFaults()).toEqual([]);
});
