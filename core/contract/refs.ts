/** Typed key of a service; `T` is phantom. A plugin's `ref.ts` exports its interface and its ref, and nothing else at run time. */
export interface ServiceRef<T> {
  readonly kind: 'service';
  readonly id: string;
  readonly T?: T;
}

/** Typed key of an extension point; `T` is the type of a contribution, and phantom. The owner's `ref.ts` exports it beside the service ref. */
export interface ExtensionPoint<T> extends ExtensionPointOptions {
  readonly kind: 'extensionPoint';
  /** `<service of the owner>.<name>`. */
  readonly id: string;
  /** The service of the owner, which contributing plugins must list in their `needs`. */
  // biome-ignore lint/suspicious/noExplicitAny: the service of any plugin
  readonly owner: ServiceRef<any>;
  readonly T?: T;
}

export interface ExtensionPointOptions {
  /** Maximum number of contributions; more fail the boot. Default: unlimited. */
  readonly limit?: number;
}

export function serviceRef<T>(id: string): ServiceRef<T> {
  return { kind: 'service', id };
}

// biome-ignore lint/suspicious/noExplicitAny: the service of any plugin
export function extensionPoint<T>(owner: ServiceRef<any>, name: string, options: ExtensionPointOptions = {}): ExtensionPoint<T> {
  return { kind: 'extensionPoint', id: `${owner.id}.${name}`, owner, ...options };
}
