import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import type pg from 'pg'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

/** Metrics of the process in the Prometheus text format. */
export interface Metrics {
  countError(key: ErrorKey): void
  addGauge(name: string, help: string, read: () => number): void
  formatText(): string
}

type Labels = Readonly<Record<string, string | number>>

interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge'
  read(): Iterable<readonly [Labels, number]>
}

const escapeLabel = (value: string | number) =>
  String(value).replace(/[\\"\n]/g, sign => (sign === '\n' ? '\\n' : `\\${sign}`))

const formatLabels = (labels: Labels) => {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return all.length === 0 ? '' : `{${all.join(',')}}`
}

const linesOf = ({ name, help, type, read }: Family) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...Array.from(read(), ([labels, value]) => `${name}${formatLabels(labels)} ${value}`),
]

const createCounter = <const L extends readonly string[]>(name: string, help: string, labels: L) => {
  const counts = new Map<string, [Labels, number]>()
  return {
    family: { name, help, type: 'counter', read: () => counts.values() } satisfies Family,
    count(...values: { [K in keyof L]: string | number }) {
      const key = values.join(' ')
      const known = counts.get(key)
      if (known) known[1]++
      else counts.set(key, [Object.fromEntries(labels.map((label, at) => [label, values[at]!])), 1])
    },
  }
}

const NANOSECONDS = 1e9
const LOOP_RESOLUTION_MS = 20

export const collectMetrics = (app: FastifyInstance, pool: pg.Pool): Metrics => {
  const requests = createCounter('parvis_requests_total', 'Requests answered', ['method', 'status'])
  const errors = createCounter('parvis_errors_total', 'Errors answered, by key', ['key'])
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loopDelay.enable()
  app.addHook('onResponse', ({ method }, { statusCode }, done) => {
    requests.count(method, statusCode)
    done()
  })
  app.addHook('onClose', async () => void loopDelay.disable())

  const families: Family[] = [
    requests.family,
    errors.family,
    {
      name: 'parvis_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last reading',
      type: 'gauge',
      *read() {
        // The histogram measures the time between two samples, which includes the sampling interval itself.
        const seconds = (nanoseconds: number) =>
          loopDelay.count === 0 ? 0 : Math.max(0, nanoseconds / NANOSECONDS - LOOP_RESOLUTION_MS / 1000)
        for (const percentile of [50, 99, 100])
          yield [{ quantile: percentile / 100 }, seconds(loopDelay.percentile(percentile))]
        loopDelay.reset()
      },
    },
    {
      name: 'parvis_database_connections',
      help: 'Connections of the pool',
      type: 'gauge',
      *read() {
        yield [{ state: 'used' }, pool.totalCount - pool.idleCount]
        yield [{ state: 'idle' }, pool.idleCount]
      },
    },
  ]
  const addGauge: Metrics['addGauge'] = (name, help, read) =>
    void families.push({ name, help, type: 'gauge', read: () => [[{}, read()]] })
  addGauge('parvis_database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
  addGauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss())

  return {
    countError: key => errors.count(key),
    addGauge,
    formatText: () => `${families.flatMap(linesOf).join('\n')}\n`,
  }
}
