/** A server that the project's code calls, and what would replace it. */
export interface BackEnd {
  readonly name: string;
  readonly instead: string;
  /** Paths in the project. */
  readonly files: readonly string[];
}

/** Packages and calls of other servers, by what stands in for them. */
const KNOWN: readonly { readonly name: string; readonly pattern: RegExp; readonly instead: string }[] = [
  {
    name: 'Supabase',
    pattern: /@supabase\/|\bsupabase\s*\.\s*(?:from|auth|rpc|storage|functions|channel)\b/,
    instead: 'tables with "@/entities/<Name>", "@/auth" for who is signed in, UploadFile of "@/integrations/Core" for files',
  },
  {
    name: 'Firebase',
    pattern: /["']firebase(?:\/[\w-]+)?["']/,
    instead: 'tables with "@/entities/<Name>", "@/auth" for who is signed in, UploadFile of "@/integrations/Core" for files',
  },
  { name: 'Convex', pattern: /["']convex(?:\/[\w-]+)?["']/, instead: 'tables with "@/entities/<Name>"' },
  { name: 'Appwrite', pattern: /["']appwrite["']/, instead: 'tables with "@/entities/<Name>"' },
  { name: 'OpenAI', pattern: /["']openai["']|api\.openai\.com/, instead: 'InvokeLLM of "@/integrations/Core"' },
  { name: 'Stripe', pattern: /["']@stripe\/[\w-]+["']|api\.stripe\.com/, instead: 'payments of this product' },
  {
    name: 'a server of its own',
    pattern: /\bfetch\(\s*[`"'](?:https?:\/\/|\/api\/)|\baxios\s*\.\s*(?:create|get|post|put|delete)\(|\bbaseURL\s*:/,
    instead: 'tables with "@/entities/<Name>"',
  },
];
const MAX_FILES = 50;

/** The servers that the code of a project calls. */
export function backEndsIn(files: readonly { readonly origin: string; readonly text: string }[]): readonly BackEnd[] {
  return KNOWN.flatMap(({ name, pattern, instead }) => {
    const calling = files.flatMap(({ origin, text }) => (pattern.test(text) ? [origin] : []));
    return calling.length === 0 ? [] : [{ name, instead, files: calling.slice(0, MAX_FILES) }];
  });
}

/** What the assistant is asked first; null when the app needs no other server. */
export function firstTask(backEnds: readonly BackEnd[]): string | null {
  if (backEnds.length === 0) return null;
  const lines = backEnds.map(({ name, instead, files }) => `- ${name}, in ${files.slice(0, 8).join(', ')}: use ${instead}.`);
  return `This app came from another product and calls servers that it does not reach here. Replace these calls, and make the tables that they need:\n${lines.join('\n')}`;
}
