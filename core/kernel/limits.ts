import { z } from 'zod';
import type { LimitSpecs } from '../contract/index.ts';
import type { AnyPlugin } from './adapters.ts';
import type { BootProblem } from './errors.ts';

/** Names become parts of the ids of counts. */
const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Problems of a plugin's limit keys. */
export function limitProblems({ name, limits = {}, config }: AnyPlugin): BootProblem[] {
  const settings: Readonly<Record<string, unknown>> = config instanceof z.ZodObject ? config.shape : {};
  return Object.entries(limits as LimitSpecs).flatMap(([key, { most, unit, words }]) => {
    const problem = (text: string, remedy: string) => ({ plugin: name, problem: `Its limit "${key}" ${text}.`, remedy });
    return [
      ...(NAME.test(key) ? [] : [problem('has a name that is not allowed', 'Use letters and digits, beginning with a small letter.')]),
      ...(unit === '' || words === '' ? [problem('has no unit or no words', 'Say what it counts, and what it limits.')] : []),
      ...(typeof most === 'string' && !Object.hasOwn(settings, most)
        ? [problem(`names the setting "${most}", which the plugin does not have`, 'Add it to `config`, or give a number.')]
        : []),
    ];
  });
}
