import type { PackageFormat } from '../compile/allowed.ts';

// The packages that only apps that import them load. Each is in no other app's first load. `react`, the packages of `compile/allowed.ts` and
// the kit are one copy for all.

const under = (prefix: string, names: string): readonly string[] => names.split(/\s+/).map((name) => `${prefix}${name}`);
const all = (specifiers: readonly string[], format: PackageFormat) => Object.fromEntries(specifiers.map((one) => [one, format] as const));

const RADIX = `accessible-icon accordion alert-dialog aspect-ratio avatar checkbox collapsible context-menu dialog direction dropdown-menu form
  hover-card label menubar navigation-menu popover portal progress radio-group scroll-area select separator slider slot switch tabs toast
  toggle toggle-group toolbar tooltip visually-hidden`;
const ICON_SETS = 'ai bi bs fa fa6 fc fi gr go hi hi2 io io5 lu md ri rx si tb';
const THREE_PARTS = `controls/OrbitControls.js controls/PointerLockControls.js controls/TrackballControls.js loaders/GLTFLoader.js
  loaders/OBJLoader.js loaders/FontLoader.js loaders/RGBELoader.js geometries/TextGeometry.js geometries/RoundedBoxGeometry.js
  postprocessing/EffectComposer.js postprocessing/RenderPass.js postprocessing/UnrealBloomPass.js libs/stats.module.js`;
const DAYJS_PLUGINS = `advancedFormat calendar customParseFormat dayOfYear duration isBetween isoWeek isSameOrAfter isSameOrBefore isToday
  isTomorrow isYesterday localeData localizedFormat minMax quarterOfYear relativeTime timezone updateLocale utc weekday weekOfYear weekYear`;
const LANGUAGES = 'ar cs da de el en-gb es fi fr he hi hu id it ja ko nb nl pl pt pt-br ro ru sv th tr uk vi zh-cn';
const CODE_LANGUAGES = `bash c cpp csharp css diff go graphql java javascript json kotlin markdown php python r ruby rust scss shell sql swift
  typescript xml yaml`;

/** Import specifier → module format. Each is installed, with the exact version in `package.json` or the lock file. */
export const ON_DEMAND: Readonly<Record<string, PackageFormat>> = {
  '@dnd-kit/core': 'esm',
  '@dnd-kit/modifiers': 'esm',
  '@dnd-kit/sortable': 'esm',
  '@dnd-kit/utilities': 'esm',
  '@hello-pangea/dnd': 'esm',
  ...all(under('@heroicons/react/', '16/solid 20/solid 24/outline 24/solid'), 'esm'),
  '@hookform/resolvers/yup': 'esm',
  ...all(under('@radix-ui/react-', RADIX), 'esm'),
  '@react-three/fiber': 'esm',
  '@tanstack/react-query': 'esm',
  '@tanstack/react-table': 'esm',
  axios: 'esm',
  'browser-image-compression': 'esm',
  'canvas-confetti': 'esm',
  'chart.js': 'esm',
  'chart.js/auto': 'esm',
  classnames: 'cjs',
  d3: 'esm',
  'date-fns-tz': 'esm',
  dayjs: 'cjs',
  ...all(under('dayjs/plugin/', DAYJS_PLUGINS), 'cjs'),
  ...all(under('dayjs/locale/', LANGUAGES), 'cjs'),
  dompurify: 'esm',
  'file-saver': 'cjs',
  formik: 'esm',
  'highlight.js': 'esm',
  'highlight.js/lib/common': 'esm',
  'highlight.js/lib/core': 'esm',
  ...all(under('highlight.js/lib/languages/', CODE_LANGUAGES), 'esm'),
  'html-to-image': 'esm',
  html2canvas: 'esm',
  i18next: 'esm',
  'i18next-browser-languagedetector': 'esm',
  'js-cookie': 'esm',
  jsbarcode: 'cjs',
  jspdf: 'esm',
  'jspdf-autotable': 'esm',
  jszip: 'cjs',
  'jwt-decode': 'esm',
  leaflet: 'esm',
  'leaflet/dist/images/layers-2x.png': 'esm',
  'leaflet/dist/images/layers.png': 'esm',
  'leaflet/dist/images/marker-icon-2x.png': 'esm',
  'leaflet/dist/images/marker-icon.png': 'esm',
  'leaflet/dist/images/marker-shadow.png': 'esm',
  'lodash-es': 'esm',
  marked: 'esm',
  moment: 'cjs',
  ...all(under('moment/locale/', LANGUAGES), 'cjs'),
  nanoid: 'esm',
  papaparse: 'cjs',
  'prop-types': 'cjs',
  qrcode: 'cjs',
  'qrcode.react': 'esm',
  'react-chartjs-2': 'esm',
  'react-countup': 'cjs',
  'react-datepicker': 'esm',
  'react-dropzone': 'esm',
  'react-helmet-async': 'esm',
  'react-hot-toast': 'esm',
  'react-i18next': 'esm',
  ...all(under('react-icons/', ICON_SETS), 'esm'),
  'react-image-crop': 'esm',
  'react-intersection-observer': 'esm',
  'react-leaflet': 'esm',
  'react-markdown': 'esm',
  'react-quill-new': 'cjs',
  'react-select': 'esm',
  'react-select/async': 'esm',
  'react-select/async-creatable': 'esm',
  'react-select/creatable': 'esm',
  'react-syntax-highlighter': 'esm',
  'react-syntax-highlighter/dist/esm/styles/hljs': 'esm',
  'react-syntax-highlighter/dist/esm/styles/prism': 'esm',
  'react-toastify': 'esm',
  'rehype-raw': 'esm',
  'remark-gfm': 'esm',
  'swiper/modules': 'esm',
  'swiper/react': 'esm',
  swr: 'esm',
  three: 'esm',
  ...all(under('three/examples/jsm/', THREE_PARTS), 'esm'),
  'use-debounce': 'esm',
  uuid: 'esm',
  xlsx: 'esm',
  yup: 'esm',
  zustand: 'esm',
  'zustand/middleware': 'esm',
  'zustand/react/shallow': 'esm',
  'zustand/shallow': 'esm',
};

/**
 * Import specifier → a file of this package that is loaded instead. Most have the package's own exports and add what it lacks here.
 * Those of `OWN_PACKAGES` are all our own.
 */
export const STAND_INS: Readonly<Record<string, string>> = {
  '@tanstack/react-query': 'packages/stand-ins/react-query.ts',
  html2canvas: 'packages/stand-ins/html2canvas.ts',
  leaflet: 'packages/stand-ins/leaflet.ts',
  'lucide-react': 'packages/stand-ins/lucide-react.ts',
  'react-leaflet': 'packages/stand-ins/react-leaflet.tsx',
  'react-syntax-highlighter': 'packages/stand-ins/react-syntax-highlighter.ts',
};

/**
 * Packages that are not installed. The licence of `react-leaflet` restricts who may use it; `html2canvas` does not work with current style
 * sheets.
 */
export const OWN_PACKAGES: readonly string[] = ['html2canvas', 'react-leaflet'];

/** Specifiers of the same module: earlier names, successors with the same exports, and other paths to it. */
export const SAME_MODULE: Readonly<Record<string, string>> = {
  'highlight.js/lib/index': 'highlight.js',
  lodash: 'lodash-es',
  'moment/moment': 'moment',
  'motion/react': 'framer-motion',
  motion: 'framer-motion',
  'react-beautiful-dnd': '@hello-pangea/dnd',
  'react-quill': 'react-quill-new',
  'react-router': 'react-router-dom',
  'react-syntax-highlighter/dist/cjs/styles/hljs': 'react-syntax-highlighter/dist/esm/styles/hljs',
  'react-syntax-highlighter/dist/cjs/styles/prism': 'react-syntax-highlighter/dist/esm/styles/prism',
};

/** Paths that end differently: `three/addons/controls/OrbitControls` is `three/examples/jsm/controls/OrbitControls.js`. */
const SAME_PATHS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^three\/(?:addons|examples\/jsm)\/(.+?)(?:\.js)?$/, 'three/examples/jsm/$1.js'],
  [/^(dayjs\/(?:plugin|locale)\/[\w-]+)\.js$/, '$1'],
  [/^moment\/dist\/locale\/([\w-]+)(?:\.js)?$/, 'moment/locale/$1'],
  [/^moment\/(?:min\/)?locale\/([\w-]+)\.js$/, 'moment/locale/$1'],
  [/^@heroicons\/react\/(outline|solid)$/, '@heroicons/react/24/$1'],
  // d3 has the exports of its parts.
  [
    /^d3-(?:array|axis|brush|chord|color|contour|delaunay|dispatch|drag|dsv|ease|fetch|force|format|geo|hierarchy|interpolate|path|polygon|quadtree|random|scale|scale-chromatic|selection|shape|time|time-format|timer|transition|zoom)$/,
    'd3',
  ],
  [/^react-icons\/([a-z\d]+)\/index(?:\.esm)?\.js$/, 'react-icons/$1'],
];

/** Modules with one export of another module, by the name in their paths: `lodash/debounce`, `date-fns/format`, `date-fns/locale/de`. */
const MEMBERS: readonly (readonly [pattern: RegExp, from: string])[] = [
  [/^(?:lodash|lodash-es)\/(\w+?)(?:\.js)?$/, 'lodash-es'],
  [/^lodash\.(\w+)$/, 'lodash-es'],
  [/^date-fns\/locale\/([\w-]+?)(?:\.js)?$/, 'date-fns/locale'],
  [/^date-fns\/(?:esm\/)?(\w+?)(?:\.js)?$/, 'date-fns'],
  [/^react-syntax-highlighter\/dist\/(?:esm|cjs)\/styles\/prism\/([\w-]+?)(?:\.js)?$/, 'react-syntax-highlighter/dist/esm/styles/prism'],
  [/^react-syntax-highlighter\/dist\/(?:esm|cjs)\/styles\/hljs\/([\w-]+?)(?:\.js)?$/, 'react-syntax-highlighter/dist/esm/styles/hljs'],
  [/^lucide-react\/(?:dist\/esm\/)?icons\/([\w-]+?)(?:\.m?js)?$/, 'lucide-react'],
];

/** Import specifier of a style sheet → its file in `node_modules`. */
export const STYLE_SHEETS: Readonly<Record<string, string>> = {
  'highlight.js/styles/atom-one-dark.css': 'highlight.js/styles/atom-one-dark.css',
  'highlight.js/styles/atom-one-light.css': 'highlight.js/styles/atom-one-light.css',
  'highlight.js/styles/default.css': 'highlight.js/styles/default.css',
  'highlight.js/styles/github-dark.css': 'highlight.js/styles/github-dark.css',
  'highlight.js/styles/github.css': 'highlight.js/styles/github.css',
  'highlight.js/styles/monokai.css': 'highlight.js/styles/monokai.css',
  'highlight.js/styles/vs2015.css': 'highlight.js/styles/vs2015.css',
  'leaflet/dist/leaflet.css': 'leaflet/dist/leaflet.css',
  'react-datepicker/dist/react-datepicker.css': 'react-datepicker/dist/react-datepicker.css',
  'react-day-picker/dist/style.css': 'react-day-picker/src/style.css',
  'react-day-picker/style.css': 'react-day-picker/src/style.css',
  'react-image-crop/dist/ReactCrop.css': 'react-image-crop/dist/ReactCrop.css',
  'react-image-crop/src/ReactCrop.scss': 'react-image-crop/dist/ReactCrop.css',
  'react-quill-new/dist/quill.bubble.css': 'react-quill-new/dist/quill.bubble.css',
  'react-quill-new/dist/quill.core.css': 'react-quill-new/dist/quill.core.css',
  'react-quill-new/dist/quill.snow.css': 'react-quill-new/dist/quill.snow.css',
  'react-quill/dist/quill.bubble.css': 'react-quill-new/dist/quill.bubble.css',
  'react-quill/dist/quill.core.css': 'react-quill-new/dist/quill.core.css',
  'react-quill/dist/quill.snow.css': 'react-quill-new/dist/quill.snow.css',
  'react-toastify/dist/ReactToastify.css': 'react-toastify/dist/ReactToastify.css',
  'react-toastify/dist/ReactToastify.min.css': 'react-toastify/dist/ReactToastify.css',
  'swiper/css': 'swiper/swiper.css',
  'swiper/css/autoplay': 'swiper/modules/autoplay.css',
  'swiper/css/bundle': 'swiper/swiper-bundle.css',
  'swiper/css/effect-cards': 'swiper/modules/effect-cards.css',
  'swiper/css/effect-coverflow': 'swiper/modules/effect-coverflow.css',
  'swiper/css/effect-fade': 'swiper/modules/effect-fade.css',
  'swiper/css/navigation': 'swiper/modules/navigation.css',
  'swiper/css/pagination': 'swiper/modules/pagination.css',
  'swiper/css/scrollbar': 'swiper/modules/scrollbar.css',
  'swiper/css/thumbs': 'swiper/modules/thumbs.css',
  'swiper/swiper-bundle.css': 'swiper/swiper-bundle.css',
};

/** What a package's specifier means; null for one that is not built in. */
export type PackageModule =
  | { readonly kind: 'library'; readonly specifier: string }
  /** One export of a library, as default and by its name. */
  | { readonly kind: 'member'; readonly from: string; readonly name: string }
  | { readonly kind: 'sheet'; readonly sheet: string };

/** `isBuilt`: whether a specifier is one of the built libraries. */
export function packageModule(specifier: string, isBuilt: (specifier: string) => boolean): PackageModule | null {
  const named =
    (Object.hasOwn(SAME_MODULE, specifier) ? SAME_MODULE[specifier] : undefined) ??
    SAME_PATHS.reduce((path, [pattern, replacement]) => path.replace(pattern, replacement), specifier);
  if (isBuilt(named)) return { kind: 'library', specifier: named };
  const sheet = Object.hasOwn(STYLE_SHEETS, specifier) ? STYLE_SHEETS[specifier] : undefined;
  if (sheet !== undefined) return { kind: 'sheet', sheet };
  for (const [pattern, from] of MEMBERS) {
    const name = pattern.exec(specifier)?.[1];
    if (name !== undefined) return { kind: 'member', from, name: memberName(name, from) };
  }
  return null;
}

/** `vsc-dark-plus` is `vscDarkPlus`; `en-US` is `enUS`; an icon's file `arrow-up` is `ArrowUp`. */
function memberName(name: string, from: string): string {
  const camel = name.replace(/-+([\w])/g, (_, letter: string) => letter.toUpperCase());
  return from === 'lucide-react' ? camel.replace(/^\w/, (letter) => letter.toUpperCase()) : camel;
}

/** The npm package of an import specifier: `@scope/name` of `@scope/name/part`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
