import { importsOf, type NodeOf, nodesOf, type Source, textOf } from '../codemods/source.ts';
import { type Detector, finding, type ParsedApp } from './detector.ts';

/** Component of the kit → property → its values. */
export const VARIANTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Button: {
    variant: ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'],
    size: ['default', 'xs', 'sm', 'lg', 'icon', 'icon-xs', 'icon-sm', 'icon-lg'],
  },
  Badge: { variant: ['default', 'secondary', 'destructive', 'outline'] },
  Alert: { variant: ['default', 'destructive'] },
  Toggle: { variant: ['default', 'outline'], size: ['default', 'sm', 'lg'] },
};

/** A look that a component of the kit does not have: it is drawn without one. */
export const unknownVariant: Detector = {
  id: 'unknown-variant',
  severity: 'warning',
  *find({ sources, files }) {
    for (const source of sources) {
      for (const { component, element } of kitElements(source, files)) {
        for (const { property, value, node } of textProperties(element)) {
          const values = VARIANTS[component]?.[property];
          if (values === undefined || values.includes(value)) continue;
          yield finding(source, node, `${component} has no ${property} "${value}": it has ${values.join(', ')}.`);
        }
      }
    }
  },
};

/** The elements of components with known looks, unless the app has its own file of that name. */
function kitElements(source: Source, files: ParsedApp['files']) {
  const imports = importsOf(source).filter(
    ({ name, from }) =>
      Object.hasOwn(VARIANTS, name) && from.startsWith('@/components/ui/') && !Object.hasOwn(files, from.slice('@/'.length)),
  );
  return nodesOf(source, 'JSXOpeningElement').flatMap((element) => {
    const tag = element.name.type === 'JSXIdentifier' ? element.name.name : null;
    const component = imports.find(({ local }) => local === tag)?.name;
    return component === undefined ? [] : [{ component, element }];
  });
}

/** The properties whose values are texts: a computed one is not certain. */
function textProperties({ attributes }: NodeOf<'JSXOpeningElement'>) {
  return attributes.flatMap((node) => {
    const value = node.type === 'JSXAttribute' ? textOf(node.value) : null;
    const property = node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' ? node.name.name : null;
    return value === null || property === null ? [] : [{ property, value, node }];
  });
}
