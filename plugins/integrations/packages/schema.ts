import type { z } from 'zod';
import type { packageSchemas } from '../calls/schema.ts';
import type { Instance } from './instances.ts';
import { typeOf } from './json-schema.ts';
import type { PackageManifest } from './manifest.ts';

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

/** The part of a model's prompt about one package: how its functions are imported and called. Texts of authors are data on one line each. */
export function promptOf(manifest: PackageManifest): string {
  const { name, title, sentence, endpoints } = manifest;
  const lines = Object.entries(endpoints).map(
    ([endpoint, { sentence: what, input, output, example }]) =>
      `  - ${endpoint}(${typeOf(input)}): Promise<${typeOf(output)}> ${oneLine(what)} Example: ${endpoint}(${JSON.stringify(example.input)})`,
  );
  return `- import { ${Object.keys(endpoints).join(', ')} } from '@/integrations/${name}': ${oneLine(title)}. ${oneLine(sentence)}\n${lines.join('\n')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The declaration file of `@/integrations/<package>`. */
export function declarationOf({ endpoints }: PackageManifest): string {
  return Object.entries(endpoints)
    .map(
      ([name, { sentence, input, output }]) =>
        `/** ${oneLine(sentence).replaceAll('*/', '* /')} */\nexport function ${name}(parameters: ${typeOf(input)}): Promise<${typeOf(output)}>;\n`,
    )
    .join('\n');
}
