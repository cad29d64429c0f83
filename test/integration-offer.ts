// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the query
type Graphql = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<any>;

/** The digest of a package of the catalogue, with which a builder installs what the catalogue shows. */
export async function offeredDigest(graphql: Graphql, appId: string, packageName: string): Promise<string> {
  const query = 'query ($appId: ID!) { integrationPackages(appId: $appId) { catalogue { digest package { name } } } }';
  const { integrationPackages } = await graphql(query, { appId });
  const offers: { readonly digest: string; readonly package: { readonly name: string } }[] = integrationPackages.catalogue;
  const found = offers.find((offer) => offer.package.name === packageName);
  if (found === undefined) throw new Error(`The catalogue has no package ${packageName}.`);
  return found.digest;
}
