import { createContext, type ReactNode, useContext } from 'react';
import { type AppUser, useUser } from '../auth.ts';
import { auth } from './auth.ts';

interface AuthValue {
  readonly user: AppUser | null;
  readonly isAuthenticated: boolean;
  readonly isLoadingAuth: boolean;
  readonly isLoadingPublicSettings: boolean;
  readonly isLoading: boolean;
  readonly loading: boolean;
  readonly authError: null;
  readonly authChecked: boolean;
  readonly appPublicSettings: { readonly public_settings: string };
  logout(nextUrl?: unknown): Promise<void>;
  navigateToLogin(): void;
  login(nextUrl?: unknown): void;
  checkAppState(): Promise<void>;
  checkUserAuth(): Promise<void>;
}

const nothing = async () => {};

function useAuthValue(): AuthValue {
  const { user, isLoading } = useUser();
  const named = user === null ? null : { ...user, full_name: user['full_name'] ?? user.name, role: user['role'] ?? 'user' };
  return {
    user: named,
    isAuthenticated: user !== null,
    isLoadingAuth: isLoading,
    isLoadingPublicSettings: false,
    isLoading,
    loading: isLoading,
    authError: null,
    authChecked: !isLoading,
    appPublicSettings: { public_settings: 'public_without_login' },
    logout: auth.logout,
    navigateToLogin: () => auth.redirectToLogin(),
    login: auth.redirectToLogin,
    checkAppState: nothing,
    checkUserAuth: nothing,
  };
}

const AuthContext = createContext<AuthValue | null>(null);

/** The log-in of the app, by the names of Base44's projects. */
export function AuthProvider({ children }: { readonly children?: ReactNode }) {
  return <AuthContext.Provider value={useAuthValue()}>{children}</AuthContext.Provider>;
}

/** Works without a provider too, for pages that come without the root of their project. */
export function useAuth(): AuthValue {
  const own = useAuthValue();
  return useContext(AuthContext) ?? own;
}

export default AuthContext;
export { AuthContext };
