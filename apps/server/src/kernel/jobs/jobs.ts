import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Platform } from '../platform.ts'
import type { AfterCommit } from '../postgres/after-commit.ts'
import type { Db, Tx } from '../postgres/db.ts'

/** The data of each job: only ids, never the content of a mail. Features add their jobs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface JobData {}

export type JobName = keyof JobData & string

/** A job handler. It must be idempotent: after a crash the job is run again from the start. */
export interface Job<K extends JobName = JobName> {
  name: K
  /** A cron expression in UTC: at these times one of the processes runs the job, with empty data. */
  cron?: string
  /** Only one job per `key` is queued. Further jobs are dropped, because the queued job does their work too. */
  isDeduplicated?: true
  concurrency?: number
  /** After this time the job counts as failed and another process runs it again. Default: two minutes. */
  timeoutSeconds?: number
  run(platform: Platform, data: JobData[K], jobId: string): Promise<void>
}

export const defineJob = <K extends JobName>(job: Job<K>): AnyJob => job as unknown as AnyJob

export interface AnyJob {
  name: string
  cron?: string
  isDeduplicated?: true
  concurrency?: number
  timeoutSeconds?: number
  run(platform: Platform, data: object, jobId: string): Promise<void>
}

export interface JobRequest<K extends JobName> {
  data: JobData[K]
  key?: string
  delayMs?: number
}

export interface Jobs {
  /** Queues a job when `tx` commits. A job that may run for over two minutes must set `timeoutSeconds`. */
  enqueue<K extends JobName>(
    tx: Tx,
    afterCommit: AfterCommit,
    name: K,
    data: JobData[K],
    options?: { timeoutSeconds?: number },
  ): Promise<void>
  enqueueAll<K extends JobName>(
    tx: Tx,
    afterCommit: AfterCommit,
    name: K,
    orders: readonly JobRequest<K>[],
  ): Promise<void>
  startAllWorkers(platform: Platform, jobs: readonly AnyJob[]): Promise<void>
  whenIdle(): Promise<void>
  stop(): Promise<void>
}

/** A failed job is retried for a day: first after 5 s, then with backoff of up to ten minutes. */
const queueDefaults = {
  retryLimit: 150,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10,
  expireInSeconds: 120,
  deleteAfterSeconds: 24 * 60 * 60,
}
const SUPERVISE_S = 10
const POLL_S = 5
const DEFAULT_CONCURRENCY = 2
const IDLE_CHECK_MS = 10

export interface JobsOptions {
  onError?: (error: Error) => void
  onFailure?: (name: string, error: Error) => void
}

export class FinalError extends Error {}

const startBoss = async (db: Db, onError: (error: Error) => void): Promise<PgBoss> => {
  const boss = new PgBoss({
    db: fromKysely(db as never),
    schedule: true,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_S,
    // By default, jobs of a killed process wait for a minute. One check takes 7 ms, or 96 ms with 100,000 jobs.
    monitorIntervalSeconds: SUPERVISE_S,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', onError)
  await boss.start()
  return boss
}

const startWorkers = async (
  boss: PgBoss,
  workerIds: string[],
  { name, cron, concurrency = cron ? 1 : DEFAULT_CONCURRENCY, run }: AnyJob,
  platform: Platform,
  onFailure: (name: string, error: Error) => void,
) => {
  for (let index = 0; index < concurrency; index++)
    workerIds[index] = await boss.work<object>(name, { pollingIntervalSeconds: POLL_S }, async ([one]) => {
      // The worker looks for the next job at once. Without jobs it looks again after the polling interval.
      if (workerIds[index]) boss.notifyWorker(workerIds[index]!)
      try {
        if (one) await run(platform, one.data, one.id)
      } catch (error) {
        onFailure(name, error as Error)
        if (!(error instanceof FinalError)) throw error
      }
    })
}

const waitUntilIdle = async (db: Db, wake: (name: string) => void): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ name: string; state: string }>`
      select distinct name, state from pgboss.job
      where state = 'active' or (state < 'active' and start_after <= now())`.execute(db)
    if (rows.length === 0) return
    for (const { name, state } of rows) if (state !== 'active') wake(name)
    await wait(IDLE_CHECK_MS)
  }
}

export const openJobs = async (
  db: Db,
  queues: readonly Pick<AnyJob, 'name' | 'isDeduplicated' | 'timeoutSeconds'>[],
  { onError = () => {}, onFailure = () => {} }: JobsOptions = {},
): Promise<Jobs> => {
  const boss = await startBoss(db, onError)
  for (const { name, isDeduplicated, timeoutSeconds = queueDefaults.expireInSeconds } of queues)
    await boss.createQueue(name, {
      ...queueDefaults,
      expireInSeconds: timeoutSeconds,
      policy: isDeduplicated ? 'short' : 'standard',
    })
  const workers = new Map<string, string[]>()
  const wake = (name: string) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  return {
    async enqueue(tx, afterCommit, name, data, { timeoutSeconds } = {}) {
      const options = timeoutSeconds === undefined ? {} : { expireInSeconds: timeoutSeconds }
      await boss.send(name, data as object, { db: fromKysely(tx as never), ...options })
      afterCommit(() => wake(name))
    },
    async enqueueAll(tx, afterCommit, name, requests) {
      if (requests.length === 0) return
      const jobs = requests.map(({ data, key, delayMs }) => ({
        data: data as object,
        ...(key && { singletonKey: key }),
        ...(delayMs && { startAfter: Math.ceil(delayMs / 1000) }),
      }))
      await boss.insert(name, jobs, { db: fromKysely(tx as never) })
      afterCommit(() => wake(name))
    },
    async startAllWorkers(platform, jobs) {
      for (const job of jobs) {
        if (job.cron) await boss.schedule(job.name, job.cron)
        const workerIds: string[] = []
        workers.set(job.name, workerIds)
        await startWorkers(boss, workerIds, job, platform, onFailure)
      }
    },
    whenIdle: () => waitUntilIdle(db, wake),
    stop: () => boss.stop({ graceful: true, timeout: 1_000 }),
  }
}
