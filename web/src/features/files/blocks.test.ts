import { expect, it } from 'vitest';
import { blocksIn } from './blocks.ts';

it('finds the blocks that a file imports', () => {
  const code = `import { Page } from '@/components/blocks/page';
import { DataTable } from "@/components/blocks/table.tsx";
import {
  SignUpForm,
} from '@/components/blocks/sign-up';
import { DataTable as Other } from '@/components/blocks/table';
import { dayKey } from '@/components/blocks/data';
import { FieldValue } from '@/components/blocks/fields';
import { Button } from '@/components/ui/button';`;
  expect(blocksIn(code)).toEqual(['page', 'sign-up', 'table']);
});

it('finds none in a file without imports', () => {
  expect(blocksIn('const text = "@/components/blocks/table";')).toEqual([]);
});
