import { useMediaQuery } from '@mantine/hooks';

/** Under 768 px, where one thing is shown at a time. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) === true;
