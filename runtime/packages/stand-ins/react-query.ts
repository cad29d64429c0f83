import * as query from '@tanstack/react-query';
import { useContext } from 'react';

// Hooks of code without a QueryClientProvider use one client of the whole app: pages are rendered without the app's own start-up code.

export * from '@tanstack/react-query';

const { QueryClient, QueryClientContext } = query;
let shared: query.QueryClient | undefined;

export function useQueryClient(given?: query.QueryClient): query.QueryClient {
  const provided = useContext(QueryClientContext);
  return given ?? provided ?? sharedClient();
}

function sharedClient(): query.QueryClient {
  if (shared === undefined) {
    shared = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1 } } });
    shared.mount();
  }
  return shared;
}

type Hook = (options: never, client?: query.QueryClient) => unknown;

/** The hook with the shared client as the last resort. */
function withClient<Given extends Hook>(hook: Given): Given {
  return ((options: never, client?: query.QueryClient) => hook(options, useQueryClient(client))) as Given;
}

export const useQuery = /* @__PURE__ */ withClient(query.useQuery);
export const useSuspenseQuery = /* @__PURE__ */ withClient(query.useSuspenseQuery);
export const useInfiniteQuery = /* @__PURE__ */ withClient(query.useInfiniteQuery);
export const useSuspenseInfiniteQuery = /* @__PURE__ */ withClient(query.useSuspenseInfiniteQuery);
export const useQueries = /* @__PURE__ */ withClient(query.useQueries);
export const useSuspenseQueries = /* @__PURE__ */ withClient(query.useSuspenseQueries);
export const usePrefetchQuery = /* @__PURE__ */ withClient(query.usePrefetchQuery);
export const usePrefetchInfiniteQuery = /* @__PURE__ */ withClient(query.usePrefetchInfiniteQuery);
export const useMutation = /* @__PURE__ */ withClient(query.useMutation);
export const useMutationState = /* @__PURE__ */ withClient(query.useMutationState);
export const useIsFetching = /* @__PURE__ */ withClient(query.useIsFetching);
export const useIsMutating = /* @__PURE__ */ withClient(query.useIsMutating);
