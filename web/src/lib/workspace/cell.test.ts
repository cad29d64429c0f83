import { describe, expect, it } from 'vitest';
import { createCell, createInbox, createSignal } from './cell.ts';

describe('shared state of panels', () => {
  it('notifies subscribers of a changed value until they unsubscribe', () => {
    const cell = createCell('a');
    const seen: string[] = [];
    const leave = cell.subscribe(() => seen.push(cell.get()));
    cell.set('a');
    cell.set('b');
    leave();
    cell.set('c');
    expect([seen, cell.get()]).toEqual([['b'], 'c']);
  });

  it('queues requests until the receiving panel is loaded', () => {
    const inbox = createInbox<number>();
    const taken: number[] = [];
    inbox.send(1);
    inbox.send(2);
    const leave = inbox.receive((request) => taken.push(request));
    inbox.send(3);
    leave();
    inbox.send(4);
    expect(taken).toEqual([1, 2, 3]);
    inbox.receive((request) => taken.push(request));
    expect(taken).toEqual([1, 2, 3, 4]);
  });

  it('delivers events only to current subscribers', () => {
    const signal = createSignal<string>();
    const seen: string[] = [];
    signal.emit('before');
    const leave = signal.listen((event) => seen.push(event));
    signal.emit('now');
    leave();
    signal.emit('after');
    expect(seen).toEqual(['now']);
  });
});
