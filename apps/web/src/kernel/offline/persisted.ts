declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { persisted?: true }
  }
}

/** For queries that are readable offline, also after a restart. Not for secrets or work of a team. */
export const persisted = { meta: { persisted: true } } as const
