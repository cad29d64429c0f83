import { Suspense } from 'react';
import { lazyCode } from '../../../lib/loadCode.ts';
import type { RowDrawerProps } from './RowDrawer.tsx';

const RowDrawer = lazyCode(() => import('./RowDrawer.tsx'));

/** The drawer of the open row, if any; it is loaded then. */
export function OpenRow({ id, ...rest }: Omit<RowDrawerProps, 'id'> & { readonly id: string | null }) {
  return <Suspense>{id === null ? null : <RowDrawer id={id} {...rest} />}</Suspense>;
}
