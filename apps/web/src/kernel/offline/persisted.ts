declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { persisted?: true }
  }
}

/** Marks a query whose data is readable offline, also after a restart. Not for secrets or data of the team. */
export const persisted = { meta: { persisted: true } } as const
