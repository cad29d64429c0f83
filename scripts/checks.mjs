// The checks of `npm run check`, in order; a check is skipped when the file `needs` does not exist.
const types = (name, project, needs) => ({ name: `types: ${name}`, needs, command: ['tsc', ['-p', project]] });

export const checks = [
  types('contract', 'core/contract', 'core/contract/index.ts'),
  types('core', 'core', 'core/main.ts'),
  types('new plugins', 'create-plugin', 'create-plugin/create.ts'),
  types('new integrations', 'create-integration', 'create-integration/create.ts'),
  types('integration packages', 'create-integration/types', 'create-integration/types/index.d.ts'),
  types('plugins', 'plugins', 'plugins/hello/index.ts'),
  types('runtime server', 'runtime', 'runtime/index.ts'),
  types('runtime browser', 'runtime/tsconfig.browser.json', 'runtime/kit'),
  { name: 'types: templates', needs: 'runtime/templates', command: ['node', ['runtime/scripts/template-types.ts']] },
  types('builder', 'web', 'web/src'),
  types('builder tools', 'web/tsconfig.tools.json', 'web/tsconfig.tools.json'),
  types('tests', 'test', 'test/journeys'),
  types('scripts', 'tsconfig.json', 'scripts/surface.ts'),
  { name: 'style', command: ['biome', ['check', '--error-on-warnings']] },
  { name: 'unused code', command: ['knip', []] },
  { name: 'imports', command: ['node', ['scripts/imports.ts']] },
  { name: 'public surface', command: ['node', ['scripts/surface.ts', '--check']] },
];
