/**
 * better-auth's options of the session cookie. With HTTPS, its name has the prefix `__Host-`: browsers accept such a cookie from this host alone,
 * so that no page below a common parent domain, such as a published app's, can plant a session of its own. better-auth would add the weaker
 * prefix `__Secure-` before it, which any host of the domain may set.
 */
export function cookieOptions(builderUrl: string) {
  const secure = builderUrl.startsWith('https:');
  return { cookiePrefix: secure ? '__Host-sayso' : 'sayso', useSecureCookies: false, defaultCookieAttributes: { secure } };
}
