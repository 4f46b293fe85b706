import type { Db, Tx } from './db.ts'

export type AfterCommit = (announce: () => void) => void

/** Runs a callback after a commit. A failure is only logged: the data is already stored. */
export const tellCommitted = (announce: () => void): void => {
  try {
    announce()
  } catch (error) {
    console.error('A callback after a commit failed:', error)
  }
}

/**
 * Runs `work` in one transaction. Callbacks given to `afterCommit` run in order after the commit, so that nothing is
 * published that was rolled back. A failing callback is logged and affects neither the result nor the others.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> => {
  const announcements: (() => void)[] = []
  const result = await db.transaction().execute(tx => work(tx, announce => void announcements.push(announce)))
  for (const announce of announcements) tellCommitted(announce)
  return result
}
