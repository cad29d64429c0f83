import { z } from 'zod';
import type { IntegrationEndpoint } from '../ref.ts';

const jsonSchema = z.record(z.string(), z.unknown());

/** The packages whose endpoints an app may call, with what they take and answer. */
export const packageSchemas = z
  .object({
    installed_packages: z.array(
      z.object({
        name: z.string(),
        instances: z.array(z.string()).optional().describe('Names of the instances of the package in the app; none for Core.'),
        endpoints: z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            input_schema: jsonSchema.describe('JSON schema of the named parameters.'),
            output_schema: jsonSchema,
          }),
        ),
      }),
    ),
    missing_packages: z.array(z.string()).describe('Packages that the app needs and that are not installed.'),
  })
  .meta({ id: 'IntegrationPackages', description: 'The packages of integrations of an app.' });

/** Describes the endpoints of `Core`. */
export function describeCore(endpoints: readonly IntegrationEndpoint[]): z.output<typeof packageSchemas>['installed_packages'][number] {
  const described = endpoints.map(({ name, sentence, input, output }) => ({
    name,
    description: sentence,
    input_schema: schemaOf(input, 'input'),
    output_schema: schemaOf(output, 'output'),
  }));
  return { name: 'Core', endpoints: described };
}

/** The names of the parameters of an endpoint. */
export function parametersOf(input: z.ZodType): { readonly required: readonly string[]; readonly parameters: readonly string[] } {
  const { properties = {}, required = [] } = schemaOf(input, 'input') as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  return { required, parameters: Object.keys(properties) };
}

/** Files are described by the metadata of their schema. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
