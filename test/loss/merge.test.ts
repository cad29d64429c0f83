import { test } from 'vitest';
import { rounds } from './chance.ts';
import { killMerges } from './merge-kills.ts';

const kills = rounds(4, 60);

test(`a product killed during a merge makes one version or none, and loses no row, ${kills} times`, { timeout: kills * 120_000 }, () =>
  killMerges({}, { kills, most: 1200 }),
);
