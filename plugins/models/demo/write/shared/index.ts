export * from './fields.ts';
export * from './headings.ts';
export * from './hero.ts';
export * from './list-tools.ts';
export * from './rows.ts';
export * from './states.ts';
