import { importsOf, keyOf, type Node, type NodeOf, nodesOf, type Source, textOf } from '../codemods/source.ts';
import type { ServerFunction } from '../ref.ts';
import { type Detector, finding, type ParsedApp } from './detector.ts';

const CORE = '@/integrations/Core';

/** An endpoint of `Core` that does not exist. The compiler reports those that are imported by name. */
export const unknownIntegration: Detector = {
  id: 'unknown-integration',
  severity: 'error',
  *find({ sources, exports }) {
    const known = exports[CORE];
    if (known === undefined) return;
    for (const source of sources) {
      for (const { name, call } of callsOf(source)) {
        if (!known.includes(name)) yield finding(source, call, `There is no integration "${name}".`);
      }
    }
  },
};

/** A call of an endpoint that fails for its parameters, whatever the values are. */
export const integrationParameters: Detector = {
  id: 'integration-parameters',
  severity: 'error',
  *find(app) {
    for (const { source, name, call, called } of knownCalls(app)) {
      const message = faultOf(name, called.required, call.arguments[0]);
      if (message !== null) yield finding(source, call, message);
    }
  },
};

/** A parameter that the endpoint does not have, and ignores. */
export const unknownParameter: Detector = {
  id: 'unknown-parameter',
  severity: 'warning',
  *find(app) {
    for (const { source, name, call, called } of knownCalls(app)) {
      const [argument] = call.arguments;
      if (argument?.type !== 'ObjectExpression') continue;
      for (const property of argument.properties) {
        const key = keyOf(property);
        if (key === null || called.parameters.includes(key)) continue;
        yield finding(source, property, `${name} has no parameter "${key}". It has ${called.parameters.join(', ')}.`);
      }
    }
  },
};

interface KnownCall extends IntegrationCall {
  readonly source: Source;
  readonly called: ServerFunction;
}

/** Calls of endpoints that the server describes. */
function* knownCalls({ sources, functions }: ParsedApp): Generator<KnownCall> {
  const known = new Map(functions.filter(({ module }) => module === CORE).map((one) => [one.name, one]));
  if (known.size === 0) return;
  for (const source of sources) {
    for (const call of callsOf(source)) {
      const called = known.get(call.name);
      if (called !== undefined) yield { source, called, ...call };
    }
  }
}

/** Null for a fitting argument, and for one that is not certain. */
function faultOf(name: string, required: readonly string[], argument: Node | undefined): string | null {
  if (required.length === 0) return null;
  const named = required.map((one) => `"${one}"`).join(', ');
  if (argument === undefined) return `${name} needs an object with ${named}.`;
  if (textOf(argument) !== null || argument.type === 'TemplateLiteral') return `${name} takes an object with ${named}, not a text.`;
  if (argument.type !== 'ObjectExpression') return null;
  const keys = argument.properties.map((property) => keyOf(property));
  // A spread or a computed key may be any of them.
  if (keys.includes(null)) return null;
  const missing = required.filter((one) => !keys.includes(one));
  return missing.length === 0 ? null : `${name} needs ${missing.map((one) => `"${one}"`).join(', ')}.`;
}

interface IntegrationCall {
  readonly name: string;
  readonly call: NodeOf<'CallExpression'>;
}

/** `InvokeLLM(…)` and `Core.InvokeLLM(…)`, by their imports. */
function callsOf(source: Source): IntegrationCall[] {
  const imports = importsOf(source).filter(({ from }) => from === CORE);
  if (imports.length === 0) return [];
  return nodesOf(source, 'CallExpression').flatMap((call) => {
    const name = endpointOf(call.callee, imports);
    return name === null ? [] : { name, call };
  });
}

function endpointOf(callee: Node, imports: readonly { readonly local: string; readonly name: string }[]): string | null {
  if (callee.type === 'Identifier') {
    const name = imports.find(({ local }) => local === callee.name)?.name;
    return name === undefined || ['*', 'default', 'Core'].includes(name) ? null : name;
  }
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return null;
  const { object, property } = callee;
  const isCore = imports.some(({ local, name }) => local === object.name && (name === 'Core' || name === '*'));
  return isCore && property.type === 'Identifier' ? property.name : null;
}
