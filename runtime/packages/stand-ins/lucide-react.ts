export * from 'lucide-react';
// Of earlier versions, which models know.
export * from './brand-icons.ts';
