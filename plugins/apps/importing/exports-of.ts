/** The names that a module exports, by its text. */
export function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+(\w+)/gm)].map(([, name = '']) => name);
  // Without `{`, which keeps the time linear: text of "export {" alone would be read to its end from each of them.
  const listed = [...text.matchAll(/^export\s*\{([^{}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').flatMap((one) => {
      const [name = '', other = name] = one.trim().replace(/\s+/g, ' ').split(' as ');
      return other === '' || /^type\s/.test(name) ? [] : [other];
    }),
  );
  return [...declared, ...listed, ...(/^export\s+default\b/m.test(text) ? ['default'] : [])];
}
