import type { z } from 'zod';
import { type AskedDeed, DEEDS, isBuilding, JOB_ACTORS, JOB_STARTERS, type JobSpec, type JobStarter } from '../contract/index.ts';
import type { EngineJob } from '../ports/jobs.ts';
import type { AnyPlugin } from './adapters.ts';
import type { BootProblem } from './errors.ts';

type Declared = JobSpec<z.ZodType, unknown>;

const STARTERS_WITHOUT_ROLE: readonly JobStarter[] = ['visitor', 'user'];
const WITHOUT_CALL: readonly JobStarter[] = ['schedule', 'plugin'];

/** The jobs of a plugin that do not state who may start them, what they do and as whom they run, or whose statements contradict each other. */
export function jobProblems({ name: plugin, jobs }: AnyPlugin): BootProblem[] {
  return (Object.entries(jobs ?? {}) as [string, Partial<Declared>][]).flatMap(([name, job]) =>
    faultsOf(job).map(([fault, remedy]) => ({ plugin, problem: `Its job "${name}" ${fault}.`, remedy })),
  );
}

function faultsOf({ startedBy, does, actsAs, cron }: Partial<Declared>): [string, string][] {
  const starters = Array.isArray(startedBy) ? startedBy : [];
  const known = starters.filter((starter) => JOB_STARTERS.includes(starter));
  const states = (word: string, words: readonly string[]): string => `Add \`${word}\`: ${words.join(', ')}.`;
  const faults: [boolean, string, string][] = [
    [known.length === 0 || known.length < starters.length, 'does not state who may start it', states('startedBy', JOB_STARTERS)],
    [does === undefined || !DEEDS.includes(does), 'does not state what it does', states('does', DEEDS)],
    [actsAs === undefined || !JOB_ACTORS.includes(actsAs), 'does not state as whom it runs', states('actsAs', JOB_ACTORS)],
    [cron !== undefined && !known.includes('schedule'), 'has a `cron`, but no schedule may start it', 'Add `schedule` to `startedBy`.'],
    [
      cron === undefined && known.includes('schedule'),
      'may be started by a schedule, but has no `cron`',
      'Add `cron`, or remove `schedule`.',
    ],
    [
      actsAs === 'account' && known.some((starter) => WITHOUT_CALL.includes(starter)),
      'acts as an account, but starts without one',
      'Remove `schedule` and `plugin` from `startedBy`, or change `actsAs`.',
    ],
    [
      does !== undefined && isBuilding(does) && actsAs === 'account' && known.some((starter) => STARTERS_WITHOUT_ROLE.includes(starter)),
      `may ${does}, but people without a role in the app may start it`,
      'Remove `visitor` and `user` from `startedBy`.',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault, remedy]) => [fault, remedy]);
}

/** The job for the engine: its runs may ask what the account that they act as may do by now. */
export function checkedJob(spec: Declared, permit: (asked: AskedDeed) => Promise<void>): EngineJob {
  const { does, actsAs } = spec;
  return {
    ...spec,
    run: (input, job) =>
      spec.run(input, {
        ...job,
        async permit(actor, appId) {
          if (actsAs !== 'account') throw new Error(`The job acts as ${actsAs}: it has no account whose rights could be checked.`);
          await permit({ actor, appId, does, isLater: true });
        },
      }),
  };
}
