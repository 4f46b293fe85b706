/** All numeric advisory locks, so that none is used twice. Locks of single rows use `hashtextextended`. */
export const advisoryLocks = {
  dataFolder: 7_246_000,
  migration: 7_246_001,
  setup: 7_246_002,
  /** Held while a server runs. PostgreSQL releases this lock soon after a crash, long before a heartbeat is missed. */
  server: 7_246_003,
} as const
