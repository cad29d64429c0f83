/** Module format of a package: `cjs` packages need explicit export names. */
export type PackageFormat = 'esm' | 'cjs';

/** The npm packages that generated code may import, besides those of `packages/catalogue.ts`. */
export const PACKAGES: Readonly<Record<string, PackageFormat>> = {
  react: 'cjs',
  'react-dom': 'cjs',
  'react-router-dom': 'esm',
  'lucide-react': 'esm',
  recharts: 'esm',
  'date-fns': 'esm',
  'date-fns/locale': 'esm',
  'framer-motion': 'esm',
  clsx: 'esm',
  'class-variance-authority': 'esm',
  'tailwind-merge': 'esm',
  sonner: 'esm',
  'react-hook-form': 'esm',
  '@hookform/resolvers/zod': 'esm',
  zod: 'esm',
  cmdk: 'esm',
  vaul: 'esm',
  'react-day-picker': 'esm',
  'embla-carousel-react': 'esm',
  'input-otp': 'esm',
  'next-themes': 'esm',
  'react-resizable-panels': 'esm',
};

/** Imports of compiled code and the kit that generated code may not use. */
export const INTERNAL_PACKAGES: Readonly<Record<string, PackageFormat>> = {
  'react/jsx-runtime': 'cjs',
  'react-dom/client': 'cjs',
};

/** Our own modules that generated code imports; the values are files of this package. */
export const SDK_MODULES: Readonly<Record<string, string>> = {
  '@/integrations/Core': 'sdk/core.ts',
  '@/auth': 'sdk/auth.ts',
  '@/utils': 'sdk/navigation.ts',
  '@/lib/AuthContext': 'sdk/base44/auth-context.tsx',
  '@/lib/app-params': 'sdk/base44/app-params.ts',
  '@/lib/NavigationTracker': 'sdk/base44/navigation-tracker.ts',
  '@/lib/PageNotFound': 'sdk/base44/page-not-found.tsx',
};

/** Clients of other back ends, which imported projects have, and what stands in for them: their calls answer that there is no connection. */
export const OTHER_BACK_ENDS: Readonly<Record<string, string>> = {
  '@supabase/supabase-js': 'sdk/elsewhere/supabase.ts',
  '@supabase/ssr': 'sdk/elsewhere/supabase.ts',
  '@supabase/auth-helpers-react': 'sdk/elsewhere/supabase.ts',
  'firebase/app': 'sdk/elsewhere/firebase.ts',
  'firebase/auth': 'sdk/elsewhere/firebase.ts',
  'firebase/firestore': 'sdk/elsewhere/firebase.ts',
  'firebase/storage': 'sdk/elsewhere/firebase.ts',
  'firebase/functions': 'sdk/elsewhere/firebase.ts',
  'firebase/database': 'sdk/elsewhere/firebase.ts',
  'firebase/analytics': 'sdk/elsewhere/firebase.ts',
  'firebase/app-check': 'sdk/elsewhere/firebase.ts',
  'firebase/messaging': 'sdk/elsewhere/firebase.ts',
  'firebase/performance': 'sdk/elsewhere/firebase.ts',
  'firebase/remote-config': 'sdk/elsewhere/firebase.ts',
  '@firebase/firestore': 'sdk/elsewhere/firebase.ts',
};

/** Equivalent paths of shadcn/ui and other builders. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  integrations: 'integrations/Core',
  'api/integrations': 'integrations/Core',
  'integrations/core': 'integrations/Core',
  'components/ui/use-toast': 'hooks/use-toast',
  'components/ui/use-mobile': 'hooks/use-mobile',
};

/** Our own modules that only compiled code imports. */
export const INTERNAL_MODULES: Readonly<Record<string, string>> = {
  '@sayso/sdk': 'sdk/index.ts',
  '@sayso/user': 'sdk/user.ts',
  '@sayso/base44': 'sdk/base44/index.ts',
  '@sayso/router': 'browser/router.tsx',
  '@sayso/root': 'browser/root.tsx',
};

/** What the preview of an app that uses IndexedDB imports before its modules. */
export const INDEXED_DB = '@sayso/indexed-db';

/** External when publishing: all published apps share these files. All other libraries are tree-shaken and bundled into the app. */
export const SHARED_WHEN_PUBLISHED: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** Refused imports, and their replacements. */
export const INSTEAD: Readonly<Record<string, string>> = {
  'react-dom/client': 'the app is mounted for you; export the page as default',
};

/** The import specifier of a file of the kit. */
export function kitSpecifier(name: string): string {
  if (name === 'cn') return '@/lib/utils';
  return name.startsWith('use-') ? `@/hooks/${name}` : `@/components/ui/${name}`;
}

/** Modules of `blocks/` that are no blocks: `data` and `fields` export the parts that blocks use. */
const NO_BLOCKS = ['data', 'fields'];

/** Whether generated code can import the block of this name; `exports` are those of the built libraries. */
export function isBlock(name: string, exports: Readonly<Record<string, readonly string[]>>): boolean {
  return !NO_BLOCKS.includes(name) && Object.hasOwn(exports, `@/components/blocks/${name}`);
}
