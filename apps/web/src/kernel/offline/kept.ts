declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { kept?: true }
  }
}

/** For queries that are readable offline, also after a restart. Not for secrets or work of a team. */
export const keptOnDevice = { meta: { kept: true } } as const
