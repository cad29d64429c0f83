import type { z } from 'zod';
import type { packageSchemas } from '../calls/schema.ts';
import type { Instance } from './instances.ts';

type DescribedPackage = z.output<typeof packageSchemas>['installed_packages'][number];

/** The installed packages as `GET /apps/{id}/integrations/schema` describes them: each once, with its instances. */
export function describeInstalled(instances: readonly Instance[]): DescribedPackage[] {
  const byPackage = Map.groupBy(instances, ({ package: name }) => name);
  return [...byPackage].map(([name, all]) => ({
    name,
    instances: all.map((instance) => instance.name),
    endpoints: Object.entries(all[0]?.manifest.endpoints ?? {}).map(([endpoint, { sentence, input, output }]) => ({
      name: endpoint,
      description: sentence,
      input_schema: input,
      output_schema: output,
    })),
  }));
}
