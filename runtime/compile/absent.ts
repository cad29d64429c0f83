import { packageOf } from '../packages/catalogue.ts';
import { rootOf } from '../pages.ts';
import type { Files } from './sources.ts';

// Packages that are not here, in an app that was made elsewhere: it has a root of its own, and most of it works without them. What it imports of
// such a package is made: a component shows its content, an observer does nothing, and everything else fails when it is called.

const ABSENT = '$absent/';
/** They watch an app or install it, and an app does the same without them. */
const OBSERVERS =
  /^(?:@sentry\/|@vercel\/(?:analytics|speed-insights)|@datadog\/|@microsoft\/clarity|posthog-js|react-ga4?$|react-gtm|mixpanel|logrocket|web-vitals|virtual:pwa-register|workbox-window|lovable-tagger|eruda)/;
/** Marks the names of components in a key, which is also the path of a file in an exported project. */
const DRAWN = '~';
const plain = (name: string): string => name.replace(DRAWN, '');
const NAME = /^[A-Za-z_$][\w$]*$/;
/** The key of the module that stands in for a package; null where the app is one of ours, whose import is an error. */
export function absentModule(specifier: string, names: readonly string[], from: string, files: Files): string | null {
  if (rootOf(files) === null) return null;
  return standInKey({ specifier, names, from, files, shown: specifier });
}

interface StandIn {
  /** As the file at `from` imports it, and the names that it needs. */
  readonly specifier: string;
  readonly names: readonly string[];
  readonly from: string;
  readonly files: Files;
  /** What is absent: a package, or a file of the app as `@/path`. */
  readonly shown: string;
}

/** The key of the module that stands in for a package or a file. */
export function standInKey({ specifier, names, from, files, shown }: StandIn): string {
  const { defaults, spaces, members, drawn, called } = usesIn(files[from] ?? '');
  const space = spaces.get(specifier);
  const reached = space === undefined ? [] : [...(members.get(space) ?? [])];
  const wanted = [...new Set([...names, ...reached])].filter((name) => NAME.test(name)).sort();
  const isDrawn = (name: string) => {
    const local = name === 'default' ? (defaults.get(specifier) ?? '') : name;
    // `{ icon: Home }`: what is drawn elsewhere is handed on, and not called here.
    return drawn.has(local) || (space !== undefined ? drawn.has(`${space}.${name}`) : /^[A-Z]/.test(local) && !called.has(local));
  };
  const marked = wanted.map((name) => (isDrawn(name) ? `${DRAWN}${name}` : name));
  return `${ABSENT}${shown.replaceAll(':', '~')}/${marked.join(',')}`;
}

const ADDRESS = /^(?:[a-z]+:)?\/\//i;

function absentSentence(specifier: string): string {
  return ADDRESS.test(specifier) ? `Code is not loaded from other servers ("${specifier}").` : `The package "${specifier}" is not here.`;
}

/** The warning of an import. */
export function absentWarning(specifier: string): string {
  if (ADDRESS.test(specifier))
    return `${absentSentence(specifier)} Its functions fail where they are called: use a package or a file of the app.`;
  return OBSERVERS.test(specifier)
    ? `The package "${specifier}" is not here: its calls do nothing.`
    : `The package "${specifier}" is not here: its components show only their content, and its functions fail where they are called. Replace it, or leave out what needs it.`;
}

/** The packages among the modules of an app for which there are stand-ins, without those that watch it. */
export function stoodInFor(keys: Iterable<string>): readonly string[] {
  const specifiers = [...keys].flatMap((key) => (key.startsWith(ABSENT) ? [specifierOf(key)] : []));
  const packages = specifiers.filter((one) => !one.startsWith('@/') && !ADDRESS.test(one) && !OBSERVERS.test(one));
  return [...new Set(packages.map(packageOf))].sort();
}

const specifierOf = (key: string): string => key.slice(ABSENT.length, key.lastIndexOf('/')).replaceAll('~', ':');

/** The module at a key; null for other keys. */
export function standInText(key: string): string | null {
  if (!key.startsWith(ABSENT)) return null;
  const specifier = specifierOf(key);
  const given = key
    .slice(key.lastIndexOf('/') + 1)
    .split(',')
    .filter(Boolean);
  const message = JSON.stringify(specifier.startsWith('@/') ? `There is no file "${specifier.slice(2)}".` : absentSentence(specifier));
  // Longer than every name, so that it is none of them.
  const local = `$${given.reduce((longest, name) => (name.length > longest.length ? name : longest), '').replace(DRAWN, '$')}`;
  const isObserver = OBSERVERS.test(specifier);
  const lines = given.map((each, index) => {
    const name = plain(each);
    const made = `${local}${index}`;
    const exported = `export { ${made} as ${name} };`;
    // Its parts are drawn as it is: `<Form.Item>`, `const { Title } = Typography`.
    if (each.startsWith(DRAWN))
      return `function ${made}(props) { if (new.target !== undefined && new.target !== ${made}) { this.props = props; return; } return props?.children ?? null; }\n${made}.prototype = ${based(made)};\nObject.setPrototypeOf(${made}, ${parted(made)});\n${exported}`;
    if (isObserver) return `function ${made}() { return undefined; }\n${exported}`;
    return `function ${made}(...given) { if (new.target !== undefined && new.target !== ${made}) { this.props = given[0]; return; } return ${local}Call(${JSON.stringify(name)}, given); }\n${made}.prototype = ${based(made, `${local}Hollow`)};\nObject.setPrototypeOf(${made}, new Proxy(Function.prototype, ${local}Members));\n${exported}`;
  });
  const isCalled = !isObserver && given.some((each) => !each.startsWith(DRAWN));
  const last = given.map(plain).includes('default') ? '' : 'export default null;\n';
  return `${isCalled ? calling(local, message) : ''}${lines.join('\n')}\n${last}`;
}

/**
 * What is called while the app's modules are evaluated is mostly prepared for later, and an error would keep the whole app from opening: such a
 * call answers with something that can be called itself. So does one while React draws, where an error would take the whole page: what it answers
 * is drawn as nothing, and is an empty text and an empty list. Later calls fail, so that no app takes one for done. Questions are answered with
 * no: `Capacitor.isNativePlatform()`. What a call made of a component, such as `withUser(Page)`, draws that component. Calls in one drawing have a limit, since an app may ask until the answer is no.
 */
function calling(local: string, message: string): string {
  return `import { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE as ${local}React, Component as ${local}Class, createElement as ${local}Element } from "react";
${guard(local)}
let ${local}Loads = true;
let ${local}Calls = 0;
function ${local}Draws() {
  const hooks = ${local}React?.H;
  // Outside of components, React has hooks that all refuse.
  if (${local}Guard.classes === 0 && (hooks == null || hooks.useState === hooks.useEffect)) return false;
  if (${local}Calls === 0) setTimeout(() => { ${local}Calls = 0; });
  ${local}Calls += 1;
  return ${local}Calls <= ${MAX_CALLS};
}
queueMicrotask(() => { ${local}Loads = false; });
// What is drawn: the component that the package was given, else the content. React gives a component its properties, and nothing.
function ${local}Drawn(props, component) {
  if (component === undefined) return props.children ?? null;
  if (typeof component !== "function" || component.prototype?.isReactComponent) return ${local}Element(component, props);
  const drawn = component(props);
  return typeof drawn?.then === "function" ? null : (drawn ?? null);
}
const ${local}IsComponent = (value) => typeof value === "function" || (typeof value === "object" && value?.$$typeof !== undefined && value.type === undefined || typeof value?.type === "function" && value.props === undefined);
function ${local}Call(name, given, component) {
  if (/^(?:is|has|can|should)[A-Z]/.test(name)) return undefined;
  if (!${local}Loads) {
    if (!${local}Draws()) throw ${local}Guard.mark(new TypeError(${message}));
    const [props] = given;
    const isDrawn = given.length === 2 && given[1] === undefined && typeof props === "object" && props !== null;
    if (isDrawn && (component !== undefined || "children" in props)) return ${local}Drawn(props, component);
  }
  return ${local}Hollow(name, given.findLast(${local}IsComponent) ?? component);
}
function ${local}Hollow(name, component) {
  function made(...given) {
    if (new.target !== undefined && new.target !== hollow) { this.props = given[0]; return; }
    // A reference to an element, which React sets after drawing.
    if (given.length === 1 && (given[0] === null || given[0]?.nodeType === 1)) return;
    return ${local}Call(name, given, component);
  }
  made.prototype = ${based('made', `${local}Hollow`)};
  const hollow = new Proxy(made, ${local}Members);
  // Hooks answer lists of parts: \`const [{ data }] = useQuery()\`.
  if (/^use[A-Z]/.test(name)) made[Symbol.iterator] = () => Array.from({ length: 8 }, (_none, at) => ${local}Hollow(name + at))[Symbol.iterator]();
  return hollow;
}
const ${local}Members = {
  get: (made, key, of) => key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? (Object.hasOwn(made, key) ? made[key] : () => [][Symbol.iterator]()) : typeof key !== "string" || key in made || key === "then" || key === "$$typeof" || /^(?:getDerivedState|contextType|childContextTypes|defaultProps|propTypes)/.test(key) ? Reflect.get(made, key, of) : ${local}Hollow(key),
};
`;
}

/**
 * An effect, or a method of a class component, that calls an absent package ends there, with its error reported: React would take the whole page
 * down. Effects reach React by the dispatcher that it sets while it draws a component; a class component gets its `updater` at its construction
 * and once more when that is over. Once for all stand-ins of a page.
 */
function guard(local: string): string {
  return `const ${local}Guard = globalThis[Symbol.for("absent packages")] ??= (() => {
  const marked = new WeakSet();
  const state = { classes: 0, mark: (error) => { marked.add(error); return error; } };
  const during = (run) => function (...given) {
    try { return run.apply(this, given); } catch (error) {
      if (!marked.has(error)) throw error;
      (globalThis.reportError ?? console.error)(error);
      return undefined;
    }
  };
  const drawing = (run) => function (...given) {
    state.classes += 1;
    try { return run.apply(this, given); } finally { state.classes -= 1; }
  };
  const known = new WeakSet();
  const guarded = (hooks) => {
    if (hooks == null || hooks.useState === hooks.useEffect || known.has(hooks)) return hooks;
    known.add(hooks);
    for (const name of ["useEffect", "useLayoutEffect", "useInsertionEffect"]) {
      const own = hooks[name];
      hooks[name] = (create, ...rest) => own(typeof create === "function" ? function () {
        const end = during(create)();
        return typeof end === "function" ? during(end) : end;
      } : create, ...rest);
    }
    return hooks;
  };
  let hooks = guarded(${local}React?.H);
  if (${local}React != null) Object.defineProperty(${local}React, "H", { configurable: true, enumerable: true, get: () => hooks, set: (next) => { hooks = guarded(next); } });
  const updaters = new WeakMap();
  Object.defineProperty(${local}Class.prototype, "updater", {
    configurable: true,
    get() { return updaters.get(this); },
    set(next) {
      if (!updaters.has(this)) {
        // Constructors draw, until the second updater, or the end of a constructor that failed.
        state.classes += 1;
        let isOver = false;
        const end = () => { if (!isOver) state.classes -= 1; isOver = true; };
        updaters.set(this, next);
        ends.set(this, end);
        queueMicrotask(end);
        return;
      }
      updaters.set(this, next);
      ends.get(this)?.();
      if (!ends.delete(this)) return;
      for (const [name, wrap] of [["render", drawing], ["componentDidMount", during], ["componentDidUpdate", during], ["componentWillUnmount", during]])
        if (typeof this[name] === "function") Object.defineProperty(this, name, { configurable: true, writable: true, value: wrap(this[name]) });
    },
  });
  const ends = new WeakMap();
  return state;
})();`;
}

/** Calls of a package in one drawing that are answered. */
const MAX_CALLS = 10_000;

/** What React reads of the instance of a class, besides what a subclass has. */
const LIFE =
  '/^(?:component|should|UNSAFE_|getSnapshotBeforeUpdate$|getChildContext$|getInitialState$|getDefaultProps$|render$|state$|props$|context|childContext|propTypes$|refs$|updater$|then$|toJSON$|_)/';

/** The prototype of a base class: a subclass that draws is a component, and has the members that are called. */
function based(name: string, hollow?: string): string {
  const others =
    hollow === undefined
      ? 'Reflect.get(own, key, of)'
      : `typeof key !== "string" || key in own || ${LIFE}.test(key) ? Reflect.get(own, key, of) : ${hollow}(key)`;
  return `new Proxy({ constructor: ${name} }, { get: (own, key, of) => key === "isReactComponent" ? (Object.hasOwn(of, "render") ? {} : undefined) : ${others} })`;
}

/** A prototype that has the parts of a component: any member that is named like a component. */
function parted(name: string): string {
  return `new Proxy(Function.prototype, { get: (made, key, of) => typeof key === "string" && /^[A-Z]/.test(key) ? ${name} : Reflect.get(made, key, of) })`;
}

interface Uses {
  /** Names of default imports, by package. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Names of `* as` imports, by package. */
  readonly spaces: ReadonlyMap<string, string>;
  /** What is read of a name: `b` of `a.b`. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of elements: `a.b` and `a` of `<a.b />`. */
  readonly drawn: ReadonlySet<string>;
  /** Names that are called, constructed or extended, or of which something is read. */
  readonly called: ReadonlySet<string>;
}

/** Of the last text: a file may have 30,000 imports, each of which asks. */
let last: { readonly text: string; readonly uses: Uses } | null = null;

function usesIn(text: string): Uses {
  if (last?.text === text) return last.uses;
  const pairs = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '', from = '']) => [from, name] as const);
  const members = new Map<string, Set<string>>();
  for (const [member, name] of pairs(/(?<![\w$])([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)/g))
    members.set(name, (members.get(name) ?? new Set()).add(member));
  const uses = {
    defaults: new Map(pairs(/\bimport\s+([A-Za-z_$][\w$]*)\s*(?:,\s*\{[^{}]*\}\s*)?from\s*['"]([^'"\n]+)['"]/g)),
    spaces: new Map(pairs(/\*\s*as\s+([A-Za-z_$][\w$]*)\s+from\s*['"]([^'"\n]+)['"]/g)),
    members,
    called: new Set(
      // Not a member; what is spread is none.
      [...text.matchAll(/(?<![\w$]|(?<!\.\.)\.)([A-Z][\w$]*)\s*(?:\?\.)?[(.`]|\b(?:new|extends)\s+([A-Z][\w$]*)/g)].map(
        ([, name, other]) => name ?? other ?? '',
      ),
    ),
    drawn: new Set([...text.matchAll(/<(([A-Za-z_$][\w$]*)[\w$.]*)/g)].flatMap(([, name = '', first = '']) => [name, first])),
  };
  last = { text, uses };
  return uses;
}
