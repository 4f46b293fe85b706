import type { Db, Tx } from './db.ts'

/** Tells what is to be done once the transaction has been committed; nothing is done when it is not. */
export type AfterCommit = (announce: () => void) => void

/** Tells of what is committed. A failure is logged and keeps from nothing: the call has done what it was to do. */
export const tellCommitted = (announce: () => void): void => {
  try {
    announce()
  } catch (error) {
    console.error('What was to be told after a commit could not be told:', error)
  }
}

/**
 * Runs `work` in one transaction. What it hands to `afterCommit` runs in order after the commit, so that nobody is ever
 * told of what was rolled back. One that throws is logged and keeps from nothing: the call is committed, and the others
 * are told.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> => {
  const announcements: (() => void)[] = []
  const result = await db.transaction().execute(tx => work(tx, announce => void announcements.push(announce)))
  for (const announce of announcements) tellCommitted(announce)
  return result
}
