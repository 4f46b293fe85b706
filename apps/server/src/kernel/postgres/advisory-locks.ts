/**
 * The numbers of PostgreSQL's advisory locks, all of them here: two with one number would wait for each other. Locks of
 * single things are named by a hash of words instead (`hashtextextended`).
 */
export const advisoryLocks = {
  /** The one server process that owns a data folder. */
  dataFolder: 7_246_000,
  /** Migrations run in one process of a database, the others wait. */
  migration: 7_246_001,
  /** Of two who set the installation up at once the second finds it done. */
  setup: 7_246_002,
  /** Held as long as a server lives: it tells of a death at once, where the heartbeat is missed only later. */
  server: 7_246_003,
} as const
