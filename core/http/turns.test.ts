import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Turns whose event loop and clock the test advances. */
function loop() {
  let pending: (() => void)[] = [];
  let time = 0;
  const log: string[] = [];
  const turns = new Turns({ later: (work) => void pending.push(work), now: () => time });
  return {
    log,
    call: (app: string, count = 1) => {
      for (let n = 0; n < count; n++) if (!turns.take(app, () => void log.push(app))) log.push(`${app} refused`);
    },
    pass: () => turns.pass('builders'),
    /** One turn of the event loop; returns the apps whose calls started in it. */
    turn: () => {
      const works = pending;
      pending = [];
      log.length = 0;
      for (const work of works) work();
      return log.join('');
    },
    wait: (ms: number) => {
      time += ms;
    },
    isIdle: () => pending.length === 0,
  };
}

test('starts all calls of a single app at once', () => {
  const { call, log, isIdle } = loop();
  call('a', 100);
  expect(log).toHaveLength(100);
  expect(isIdle()).toBe(true);
});

test('starts one call of each app per turn', () => {
  const { call, log, turn, isIdle } = loop();
  call('b');
  call('a', 4);
  expect(log.join('')).toBe('ba');
  call('c', 3);
  expect(log.join('')).toBe('bac');
  expect([turn(), turn(), turn(), turn()]).toEqual(['ac', 'ac', 'a', '']);
  expect(isIdle()).toBe(true);
});

test('delays an app by no queued call of another', () => {
  const { call, log, turn } = loop();
  call('b');
  call('a', 500);
  for (let round = 0; round < 20; round++) {
    turn();
    log.length = 0;
    call('b');
    expect(log).toEqual(['b']);
    // Clients of a flood send their next call as soon as one is answered.
    call('a');
    expect(log).toEqual(['b']);
  }
});

test('lets an app take turns while builders call, who do not wait', () => {
  const { call, log, pass, turn, wait } = loop();
  call('a', 3);
  expect(log.join('')).toBe('aaa');
  pass();
  log.length = 0;
  call('a', 3);
  expect(log.join('')).toBe('a');
  expect([turn(), turn(), turn()]).toEqual(['a', 'a', '']);
  wait(10_000);
  log.length = 0;
  call('a', 3);
  expect(log.join('')).toBe('aaa');
});

test('lets an app run alone again once the others are quiet', () => {
  const { call, log, turn, wait } = loop();
  call('b');
  call('a', 2);
  wait(10_000);
  // Keeps the order of its queue.
  call('a');
  expect([turn(), turn()]).toEqual(['a', 'a']);
  call('a', 100);
  expect(log).toHaveLength(101);
});

test('refuses calls beyond a long queue', () => {
  const { call, log } = loop();
  call('b');
  call('a', 1003);
  expect(log.filter((entry) => entry === 'a refused')).toHaveLength(2);
  call('b');
  expect(log.at(-1)).toBe('b');
});
