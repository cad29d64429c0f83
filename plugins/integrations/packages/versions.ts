// Apart from the manifest, which knows no instances: what a version adds depends on the settings that are kept.
import type { CataloguePackage } from './catalogue.ts';
import type { Instance } from './instances.ts';
import { addedGrants, type Grants, grantsOf } from './manifest.ts';
import { hostsOf, type SettingValues } from './settings.ts';

/** What a version wants beyond what was granted, with servers that new defaults of settings lead to. */
export function addedBy(found: CataloguePackage, instance: Instance): Grants {
  const added = addedGrants(instance.granted, grantsOf(found.manifest));
  const known = [...added.hosts, ...instance.granted.hosts, ...hostsOf(instance.manifest, instance.settings)];
  const moved = hostsOf(found.manifest, keptSettings(instance, found)).filter((host) => !known.includes(host));
  return { ...added, hosts: [...added.hosts, ...moved] };
}

/** The settings of an instance for another version: those that it has, and its defaults for the others. */
export function keptSettings({ settings }: Instance, { manifest }: CataloguePackage): SettingValues {
  const defaults = Object.entries(manifest.settings).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries([...defaults, ...Object.entries(settings).filter(([name]) => Object.hasOwn(manifest.settings, name))]);
}
