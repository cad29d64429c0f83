import { readFileSync } from 'node:fs';

const MODULES = new URL('../../node_modules/base44-sdk-0-8-50/dist/modules/', import.meta.url);
/** The declarations of each module of the newest client: file, interface or function, and where the client has it. */
const DECLARATIONS = [
  ['agents.types.d.ts', 'interface AgentsModule', 'agents'],
  ['ai-gateway.types.d.ts', 'interface AiGatewayModule', 'aiGateway'],
  ['analytics.types.d.ts', 'interface AnalyticsModule', 'analytics'],
  ['app-logs.types.d.ts', 'interface AppLogsModule', 'appLogs'],
  ['app.types.d.ts', 'interface AppModule', 'app'],
  ['auth.types.d.ts', 'interface AuthModule', 'auth'],
  ['connectors.types.d.ts', 'interface ConnectorsModule', 'connectors'],
  ['connectors.types.d.ts', 'interface UserConnectorsModule', 'connectors'],
  ['custom-integrations.types.d.ts', 'interface CustomIntegrationsModule', 'integrations.custom'],
  ['entities.types.d.ts', 'interface EntityHandler', 'entities'],
  ['functions.types.d.ts', 'interface FunctionsModule', 'functions'],
  ['integrations.types.d.ts', 'interface CoreIntegrations', 'integrations.Core'],
  ['sso.types.d.ts', 'interface SsoModule', 'sso'],
  ['users.d.ts', 'function createUsersModule', 'users'],
] as const;

/** The methods that the declarations of the newest client name, such as `auth.me`. */
export function declaredMethods(): string[] {
  const found = DECLARATIONS.flatMap(([file, declaration, module]) => {
    const text = readFileSync(new URL(file, MODULES), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const begin = text.search(new RegExp(`${declaration}\\b`));
    const body = text.slice(begin, text.indexOf('\n}', begin));
    const names = [...body.matchAll(/^ {4}(\w+)(?:<[^;]*?>)?\(/gm)].map(([, name = '']) => name);
    if (begin < 0 || names.length === 0) throw new Error(`${file} declares no methods of ${declaration}.`);
    return names.map((name) => `${module}.${name}`);
  });
  return [...new Set(found)];
}
