import { expect, test } from 'vitest';
import { withValidNames } from './invalid-names.ts';

test.each([
  ['import Home from "./Home";\n<Home />', 'import Home from "./Home";\n<Home />'],
  ['import 3DMap from "./3DMap";', 'import Page3DMap from "./3DMap";'],
  ['import my-page from "./my-page";\n<my-page />', 'import Pagemy_page from "./my-page";\n<Pagemy_page />'],
  [
    'import 3DMap from "./3DMap";\nconst PAGES = { 3DMap: 3DMap, Home: Home };',
    'import Page3DMap from "./3DMap";\nconst PAGES = { "3DMap": Page3DMap, Home: Home };',
  ],
  [
    'import 3DMap from "./3DMap";\nconst PAGES = {\n  "3DMap": 3DMap,\n}',
    'import Page3DMap from "./3DMap";\nconst PAGES = {\n  "3DMap": Page3DMap,\n}',
  ],
  [
    'import 3DMap from "./3DMap";\nconst PAGES = { Home, 3DMap };',
    'import Page3DMap from "./3DMap";\nconst PAGES = { Home, "3DMap": Page3DMap };',
  ],
  [
    'import 3DMap from "./3DMap";\n<Route path="/3DMap" element={<3DMap />} /><3DMap>3DMap</3DMap>',
    'import Page3DMap from "./3DMap";\n<Route path="/3DMap" element={<Page3DMap />} /><Page3DMap>Page3DMap</Page3DMap>',
  ],
  [
    'import 3D from "./3D";\nimport 3DMap from "./3DMap";\nf(3D, 3DMap, x3D, "3D");',
    'import Page3D from "./3D";\nimport Page3DMap from "./3DMap";\nf(Page3D, Page3DMap, x3D, "3D");',
  ],
  ['import 1 from "./1";\nimport Page1 from "./Page1";\n<1 />', 'import Page1_0 from "./1";\nimport Page1 from "./Page1";\n<Page1_0 />'],
  [
    `import Routes from "./Routes";\nimport { BrowserRouter as Router, Routes } from 'react-router-dom';\nconst PAGES = {\n  Routes: Routes,\n};\n<Router><Routes><Route path="/Routes" element={<Routes />} /></Routes></Router>`,
    `import PageRoutes from "./Routes";\nimport { BrowserRouter as Router, Routes } from 'react-router-dom';\nconst PAGES = {\n  Routes: PageRoutes,\n};\n<Router><Routes><Route path="/Routes" element={<PageRoutes />} /></Routes></Router>`,
  ],
  [`import Link from "./Link";\nimport { Link } from "@/ui/link";`, `import Link from "./Link";\nimport { Link } from "@/ui/link";`],
  ['import Größe from "./Größe";', 'import Größe from "./Größe";'],
])('%j', (given, expected) => {
  expect(withValidNames(given)).toBe(expected);
});
