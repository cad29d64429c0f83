import { join } from 'node:path';
import { copyTemplate, Refused, specOf } from 'create-sayso-plugin/template';

export interface CreateOptions {
  /** As apps import it: `@/integrations/<name>`. */
  readonly name: string;
  /** The parent of the new folder. */
  readonly directory: string;
  /** A version of `create-sayso-integration`, or the path of its tarball. Default: that of the template. */
  readonly tool?: string;
}

const TEMPLATE = join(import.meta.dirname, 'template');
/** The names that Sayso takes. */
const NAME = /^[a-z][a-z0-9-]{1,39}$/;

/** Throws `Refused`. */
export function createIntegration({ name, directory, tool }: CreateOptions): void {
  if (!NAME.test(name) || name === 'core')
    throw new Refused(`"${name}" cannot be the name of a package. Use 2 to 40 lower case letters, digits and dashes, such as my-service.`);
  copyTemplate({
    template: TEMPLATE,
    directory,
    folder: name,
    change(text, path) {
      const changed = text.replaceAll('my-service', name).replaceAll('My service', titleOf(name));
      return path === 'package.json' && tool !== undefined ? withTool(changed, specOf(tool, directory)) : changed;
    },
  });
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withTool(manifest: string, version: string): string {
  const made = JSON.parse(manifest) as { devDependencies: Record<string, string> };
  made.devDependencies['create-sayso-integration'] = version;
  return `${JSON.stringify(made, null, 2)}\n`;
}
