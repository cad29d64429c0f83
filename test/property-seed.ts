import { configureGlobal } from 'fast-check';

// Property tests try the same cases in each run. `PROPERTY_SEED=random` tries others; a number repeats a run that failed.
const given = process.env['PROPERTY_SEED'] ?? '1';
if (given !== 'random') configureGlobal({ seed: Number(given) });
