import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { ErrorKey } from '@parvis/contract/errors.ts'
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
  text(): string
}

const NANOSECONDS = 1e9
const LOOP_RESOLUTION_MS = 20

type Labels = Record<string, string | number>
const sample = (name: string, labels: Labels, value: number) => {
  const inside = Object.entries(labels)
    .map(([label, text]) => `${label}="${text}"`)
    .join(',')
  return `${name}${inside && `{${inside}}`} ${value}`
}
const family = (name: string, type: 'counter' | 'gauge', help: string, samples: [Labels, number][]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(([labels, value]) => sample(name, labels, value)),
]

/** Counts from here on what the server is asked and answers; goes with the server. */
export const collectMetrics = (app: FastifyInstance, db: Db): Metrics => {
  const requests = new Map<string, number>()
  const errors = new Map<string, number>()
  const gauges: { name: string; help: string; read: () => number }[] = []
  const count = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  app.addHook('onResponse', async ({ method }, { statusCode }) => count(requests, `${method} ${statusCode}`))
  app.addHook('onClose', async () => void loop.disable())

  const loopDelay = (): [Labels, number][] => {
    // What is measured is the time from one look to the next, which are themselves a while apart.
    const seconds = (nanoseconds: number) =>
      loop.count === 0 ? 0 : Math.max(0, nanoseconds / NANOSECONDS - LOOP_RESOLUTION_MS / 1000)
    const delays: [Labels, number][] = [50, 99, 100].map(share => [
      { quantile: share / 100 },
      seconds(loop.percentile(share)),
    ])
    // Each reading tells of the time since the last one.
    loop.reset()
    return delays
  }

  return {
    countError: key => count(errors, key),
    gauge: (name, help, read) => void gauges.push({ name, help, read }),
    text: () => {
      const { open, idle, waiting } = poolUse(db)
      const lines = [
        family(
          'parvis_requests_total',
          'counter',
          'Requests answered',
          [...requests].map(([key, value]) => {
            const [method = '', status = ''] = key.split(' ')
            return [{ method, status }, value]
          }),
        ),
        family(
          'parvis_errors_total',
          'counter',
          'Errors answered, by key',
          [...errors].map(([key, value]) => [{ key }, value]),
        ),
        family(
          'parvis_event_loop_delay_seconds',
          'gauge',
          'Delay of the event loop since the last reading',
          loopDelay(),
        ),
        family('parvis_database_connections', 'gauge', 'Connections of the pool', [
          [{ state: 'used' }, open - idle],
          [{ state: 'idle' }, idle],
        ]),
        family('parvis_database_waiting', 'gauge', 'Queries that wait for a connection', [[{}, waiting]]),
        family('process_resident_memory_bytes', 'gauge', 'Memory of the process', [[{}, process.memoryUsage.rss()]]),
        ...gauges.map(({ name, help, read }) => family(name, 'gauge', help, [[{}, read()]])),
      ]
      return `${lines.flat().join('\n')}\n`
    },
  }
}
