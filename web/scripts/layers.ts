import type { Plugin } from 'vite';

/**
 * The cascade layers of the builder, lowest first. Chunks load in any order, so which of two styles applies must not depend on the order
 * of their sheets. Mantine's components build on one another: `mantine.core` has those of every screen, `mantine.parts` those that some
 * screens load. `base` adapts them to the design; components of `ui` accept classes of the screens that use them.
 */
const LAYERS = ['defaults', 'mantine.core', 'mantine.parts', 'base', 'ui', 'app', 'features'] as const;

type Layer = (typeof LAYERS)[number];

/** Begins each sheet, as any of them may be the first that loads. */
const ORDER = `@layer ${LAYERS.join(', ')};`;

/** Layers by path; the first pattern that matches decides. `null`: the sheet states its layers. */
const RULES: readonly (readonly [path: RegExp, layer: Layer | null])[] = [
  [/\/src\/app\/mantine\.css$/, null],
  [/\/src\/app\/base\.css$/, 'base'],
  [/\/src\/app\/defaults\.css$/, 'defaults'],
  [/\/node_modules\/@mantine\//, 'mantine.parts'],
  [/\/node_modules\//, 'base'],
  [/\/src\/ui\//, 'ui'],
  [/\/src\/app\//, 'app'],
  [/\/src\/features\//, 'features'],
];

/** Assigns every style sheet that a module imports to its cascade layer. */
export function layers(): Plugin {
  return {
    name: 'layers',
    enforce: 'pre',
    transform(css, id) {
      const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
      if (!path.endsWith('.css')) return;
      const rule = RULES.find(([pattern]) => pattern.test(path));
      if (rule === undefined) throw new Error(`The style sheet ${path} has no cascade layer. Add its folder to web/scripts/layers.ts.`);
      const [, layer] = rule;
      return { code: layer === null ? `${ORDER}\n${css}` : `${ORDER}\n@layer ${layer} {\n${css}\n}`, map: null };
    },
  };
}
