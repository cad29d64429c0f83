import { forAdmins, ofApp, owners } from './route-kinds.ts';
import type { RouteRow } from './world.ts';

const EDITED = 'export default () => 1;';
/** Every call that changes code by hand in an app that has some: admins only, whatever the route is called. */
export const codeByHand: Readonly<Record<string, RouteRow>> = Object.fromEntries(
  Object.entries({
    'a file': ofApp('/files/update', { body: { file: { id: 'pages/Home', content: EDITED } } }),
    'a new file': ofApp('/files/update', { body: { file: { id: 'components/New', content: EDITED } } }),
    'a file beside a table': ofApp('/files/delete', {
      body: { fileId: 'entities/Sign.json', referencesToUpdate: [{ path: 'pages/Home', content: EDITED }] },
    }),
    'a deleted file': ofApp('/files/delete', { body: { fileId: 'pages/Home' } }),
    'a saved app': saved({ pages: { Home: EDITED } }),
    'a saved app that would be another kind': saved({ pages: { Home: EDITED } }, { appType: 'space' }),
    'a saved app without its pages': saved({ pages: {} }),
    'a saved app with a layout': saved({ layout: EDITED }),
    'a saved app with a style sheet': saved({ globalsCss: 'p { color: red }' }),
  }).map(([name, row]) => [name, forAdmins(row)]),
);

function saved(genApp: object, more: object = {}): RouteRow {
  return {
    call: async ({ newApp }) => ({ path: '/api/apps', body: { appId: (await newApp()).id, genApp, ...more } }),
    expected: owners(),
  };
}
