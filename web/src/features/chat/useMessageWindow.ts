import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { Message } from './liveTurn.ts';
import { plainText } from './thread.ts';

/** Conversations up to this length are in the document as a whole, so that the browser's own search finds everything. */
const WHOLE = 60;
const GAP = 20;
/** Average width of a line, in characters, and its height in pixels. */
const LINE = { characters: 60, height: 22 };

interface WindowOptions {
  readonly messages: readonly Message[];
  /** The element that scrolls. */
  readonly viewport: { readonly current: HTMLDivElement | null };
  /** The element around the messages. */
  readonly list: { readonly current: HTMLDivElement | null };
}

/**
 * The messages that are in the document: all of a short conversation, and of a long one those near the visible part, with the space
 * before each and after them, in pixels. The message at the top of the screen stays there while older ones arrive above it, or change their height.
 */
export function useMessageWindow({ messages, viewport, list }: WindowOptions) {
  const [margin, setMargin] = useState(0);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => viewport.current,
    // New functions would measure the whole conversation again.
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    estimateSize: useCallback((index: number) => heightOf(messages[index]), [messages]),
    gap: GAP,
    overscan: 8,
    scrollMargin: margin,
    anchorTo: 'end',
    useFlushSync: false,
    rangeExtractor: (visible) => {
      const kept = keptIds();
      const others = messages.flatMap(({ id }, index) => (kept.has(id) ? [index] : []));
      return [...new Set([...defaultRangeExtractor(visible), ...others])].sort((a, b) => a - b);
    },
  });
  // The heading of older messages comes and goes above the list.
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0));
  const { measureElement: measure } = virtualizer;
  if (messages.length <= WHOLE) {
    return { shown: messages.map((message, index) => ({ message, index, before: 0 })), after: 0, measure };
  }
  let end = margin - GAP;
  const shown = virtualizer.getVirtualItems().flatMap((item) => {
    const message = messages[item.index];
    if (message === undefined) return [];
    const before = item.start - end - GAP;
    end = item.end;
    return [{ message, index: item.index, before }];
  });
  return { shown, after: virtualizer.getTotalSize() - (end - margin), measure };
}

/** Messages that stay mounted while they are scrolled away: the one with the focus, and one with an open dialog, which names it. */
function keptIds(): ReadonlySet<string | undefined> {
  const focused = document.activeElement?.closest<HTMLElement>('[data-message]') ?? null;
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog][data-message]');
  return new Set([focused, ...dialogs].map((element) => element?.dataset['message']));
}

/** About how high a message is, in pixels, until it is measured. */
function heightOf(message: Message | undefined): number {
  if (message === undefined) return LINE.height;
  const lines = plainText(message)
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE.characters), 0);
  const rows = message.parts.filter((part) => part.__typename === 'ActionPart').length;
  return lines * LINE.height + rows * 2 * LINE.height + (message.role === 'user' ? 16 : 2 * LINE.height);
}
