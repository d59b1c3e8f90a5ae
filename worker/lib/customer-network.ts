/** The /48 around an IPv6 /64, or the same network. */
export const customerNetwork = (network: string): string => network.replace(/:[^:]+::\/64$/, '::/48')
