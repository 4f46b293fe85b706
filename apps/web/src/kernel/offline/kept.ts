declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { kept?: true }
  }
}

/**
 * Options of a query whose answer its reader finds again without a network, after the app was closed too. Not for what
 * is secret, and not for what only a team works with.
 */
export const keptOnDevice = { meta: { kept: true } } as const
