import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Class names joined, where a later Tailwind class wins over an earlier one of its kind. */
export function cn(...inputs: ClassValue[]): string {
  return twMerge(clsx(inputs));
}
