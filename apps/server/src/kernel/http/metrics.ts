import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import { Counter, Gauge, Registry } from 'prom-client'
import { type Db, poolUse } from '../postgres/db.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

/** What the process tells of itself, in the text format of Prometheus. */
export interface Metrics {
  countError(key: ErrorKey): void
  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

const NANOSECONDS = 1e9
const LOOP_RESOLUTION_MS = 20

/** Counts from here on what the server is asked and answers; goes with the server. */
export const collectMetrics = (app: FastifyInstance, db: Db): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'parvis_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'status'],
    registers,
  })
  const errors = new Counter({
    name: 'parvis_errors_total',
    help: 'Errors answered, by key',
    labelNames: ['key'],
    registers,
  })
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  app.addHook('onResponse', async ({ method }, { statusCode }) => requests.inc({ method, status: statusCode }))
  app.addHook('onClose', async () => void loop.disable())

  const gauge = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  registry.registerMetric(
    new Gauge({
      name: 'parvis_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last reading',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        // What is measured is the time from one look to the next, which are themselves a while apart.
        const seconds = (nanoseconds: number) =>
          loop.count === 0 ? 0 : Math.max(0, nanoseconds / NANOSECONDS - LOOP_RESOLUTION_MS / 1000)
        for (const share of [50, 99, 100]) this.set({ quantile: share / 100 }, seconds(loop.percentile(share)))
        // Each reading tells of the time since the last one.
        loop.reset()
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'parvis_database_connections',
      help: 'Connections of the pool',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { open, idle } = poolUse(db)
        this.set({ state: 'used' }, open - idle)
        this.set({ state: 'idle' }, idle)
      },
    }),
  )
  gauge('parvis_database_waiting', 'Queries that wait for a connection', () => poolUse(db).waiting)
  gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss())

  return {
    countError: key => errors.inc({ key }),
    gauge,
    // A family follows the other without a blank line between.
    text: async () => (await registry.metrics()).replaceAll(/\n+/g, '\n'),
  }
}
