import { useMediaQuery } from '@mantine/hooks';

/** Under 768 px, where panels are shown one at a time. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) === true;

/** Under 1024 px, where chat and preview leave no room for anything beside them. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false }) === true;
