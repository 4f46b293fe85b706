import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Platform } from '../platform.ts'
import type { AfterCommit } from '../postgres/after-commit.ts'
import type { Db, Tx } from '../postgres/db.ts'

/**
 * What each job is given: ids, never what a mail says. Each feature declares its own by declaring this interface again
 * beside the code that does them.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface JobData {}

export type JobName = keyof JobData & string

/** How a feature does one kind of job. It may be done twice: after a crash it is done again from its beginning. */
export interface Job<K extends JobName = JobName> {
  name: K
  /** Begun by itself at these times, by one process of all: a line of cron, in UTC. Its data is then empty. */
  cron?: string
  /** Of those that are queued under one key the first waits alone: it does what the others would. */
  collapses?: true
  /** How many of them one process does at once; two without it, one of those that begin by the clock. */
  atOnce?: number
  /** After this another process begins it anew; two minutes without it. */
  longestSeconds?: number
  /** `jobId` stays the same when it is done again. */
  run(platform: Platform, data: JobData[K], jobId: string): Promise<void>
}

/** Keeps the type of its data beside its name. */
export const job = <K extends JobName>(one: Job<K>): AnyJob => one as unknown as AnyJob

export interface AnyJob {
  name: string
  cron?: string
  collapses?: true
  atOnce?: number
  longestSeconds?: number
  run(platform: Platform, data: object, jobId: string): Promise<void>
}

/** A job that is put into the queue. */
export interface Order<K extends JobName> {
  data: JobData[K]
  /** Of one that collapses. */
  key?: string
  /** How long it waits before it may begin, in milliseconds. */
  afterMs?: number
}

export interface Jobs {
  /**
   * Puts a job into the queue with the work of the transaction: it is there when that is, and begins right after the
   * commit. One that takes more than two minutes says how long it may.
   */
  enqueue<K extends JobName>(
    tx: Tx,
    afterCommit: AfterCommit,
    name: K,
    data: JobData[K],
    options?: { longestSeconds?: number },
  ): Promise<void>
  /** The same for many at once. */
  enqueueAll<K extends JobName>(tx: Tx, afterCommit: AfterCommit, name: K, orders: readonly Order<K>[]): Promise<void>
  /** Begins to do what is queued. */
  start(platform: Platform, jobs: readonly AnyJob[]): Promise<void>
  /** Resolves when no job is due or being done: one that waits for a later moment is not waited for. */
  idle(): Promise<void>
  /** Lets what is being done come to its end. */
  stop(): Promise<void>
}

/** Tries go on for a day: 5 s after the first, then ever later, ten minutes apart at most. */
const queue = {
  retryLimit: 150,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  // a process that was killed says nothing any more: its jobs are somebody else's after this
  heartbeatSeconds: 10,
  expireInSeconds: 120,
  deleteAfterSeconds: 24 * 60 * 60,
}
const SUPERVISE_S = 10
/** A job that another process has queued is seen after this. */
const POLL_S = 5
const AT_ONCE = 2
const IDLE_CHECK_MS = 10

export interface JobsOptions {
  /** The queue itself has trouble. */
  onError?: (error: Error) => void
  /** A job threw: it is tried again later, unless it is a `FinalError`. */
  onFailure?: (name: string, error: Error) => void
}

/** Thrown by a job that no further try would bring to its end. */
export class FinalError extends Error {}

/** A durable queue in the same database. `open` makes its tables where they are not there yet. */
export const openJobs = async (
  db: Db,
  queues: readonly Pick<AnyJob, 'name' | 'collapses' | 'longestSeconds'>[],
  { onError = () => {}, onFailure = () => {} }: JobsOptions = {},
): Promise<Jobs> => {
  const boss = new PgBoss({
    db: fromKysely(db as never),
    schedule: true,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_S,
    // else what a process that was killed was doing waits for a whole minute; a look takes 7 ms, with 100,000 jobs of
    // the day 96
    monitorIntervalSeconds: SUPERVISE_S,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', onError)
  await boss.start()
  for (const { name, collapses, longestSeconds = queue.expireInSeconds } of queues)
    await boss.createQueue(name, {
      ...queue,
      expireInSeconds: longestSeconds,
      policy: collapses ? 'short' : 'standard',
    })
  const workers = new Map<string, string[]>()
  const wake = (name: string) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  return {
    async enqueue(tx, afterCommit, name, data, { longestSeconds } = {}) {
      const options = longestSeconds === undefined ? {} : { expireInSeconds: longestSeconds }
      await boss.send(name, data as object, { db: fromKysely(tx as never), ...options })
      afterCommit(() => wake(name))
    },
    async enqueueAll(tx, afterCommit, name, orders) {
      if (orders.length === 0) return
      const jobs = orders.map(({ data, key, afterMs }) => ({
        data: data as object,
        ...(key && { singletonKey: key }),
        ...(afterMs && { startAfter: Math.ceil(afterMs / 1000) }),
      }))
      await boss.insert(name, jobs, { db: fromKysely(tx as never) })
      afterCommit(() => wake(name))
    },
    async start(platform, jobs) {
      for (const { name, cron, atOnce = cron ? 1 : AT_ONCE, run } of jobs) {
        if (cron) await boss.schedule(name, cron)
        const own: string[] = []
        workers.set(name, own)
        for (let at = 0; at < atOnce; at++)
          own[at] = await boss.work<object>(name, { pollingIntervalSeconds: POLL_S }, async ([one]) => {
            // one that has done a job looks for the next at once: only who finds none waits for the next look
            if (own[at]) boss.notifyWorker(own[at]!)
            try {
              if (one) await run(platform, one.data, one.id)
            } catch (error) {
              onFailure(name, error as Error)
              if (!(error instanceof FinalError)) throw error
            }
          })
      }
    },
    async idle() {
      for (;;) {
        const { rows } = await sql<{ name: string; state: string }>`
          select distinct name, state from pgboss.job
          where state = 'active' or (state < 'active' and start_after <= now())`.execute(db)
        if (rows.length === 0) return
        for (const { name, state } of rows) if (state !== 'active') wake(name)
        await wait(IDLE_CHECK_MS)
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}
