import autocannon from 'autocannon'
import { cpuMs, databaseCpuMs } from './servers.ts'

export interface Target {
  name: string
  url: string
  pid: number
  /** Session cookies; each connection uses its part of them in turn. Without cookies the requests are anonymous. */
  cookies?: readonly string[]
  /** JSON body of a POST; without it the request is a GET. */
  body?: object
}

export interface LoadFigures {
  rate: number
  /** CPU time per request in microseconds, which varies less than the rate. Null where it cannot be measured. */
  serverUs: number | null
  databaseUs: number | null
}

const CONNECTIONS = 10

const requestsOf = ({ cookies = [''], body }: Target, connection: number): autocannon.Request[] =>
  cookies
    .filter((_, index) => cookies.length < CONNECTIONS || index % CONNECTIONS === connection)
    .map(cookie => ({
      ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }) },
    }))

const runLoad = async (target: Target, dataDir: string, seconds: number): Promise<LoadFigures> => {
  const { name, url, pid } = target
  const before = [cpuMs(pid), databaseCpuMs(dataDir, pid)] as const
  let connection = 0
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    headers: { origin: new URL(url).origin },
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: client => client.setRequests(requestsOf(target, connection++)),
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} refusals and ${errors} errors under load`)
  const after = [cpuMs(pid), databaseCpuMs(dataDir, pid)] as const
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : ((to - from) * 1000) / requests.total
  return { rate: requests.total / duration, serverUs: each(before[0], after[0]), databaseUs: each(before[1], after[1]) }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, z) => a - z)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the quantile of the values, for a share between 0 and 1. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, z) => a - z)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** Medians of the rounds: requests per second, CPU microseconds per request; `all` has the rate of each round. */
export interface LoadSummary {
  rps: number
  serverUs: number
  databaseUs: number
  all: number[]
}

/**
 * Sends requests to the targets in alternating order, round after round, so that a disturbance of the machine affects
 * them alike; the first round only warms up. `dataDir` is the data folder of their PostgreSQL.
 */
export const measureTargets = async <K extends string>(
  targets: readonly (Target & { name: K })[],
  { rounds, seconds, dataDir }: { rounds: number; seconds: number; dataDir: string },
): Promise<Record<K, LoadSummary>> => {
  const loads = new Map<K, LoadFigures[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const result = await runLoad(target, dataDir, seconds)
      if (round > 0) loads.get(target.name)!.push(result)
    }
  }
  const summaries = [...loads].map(([name, all]) => [
    name,
    {
      rps: Math.round(median(all.map(({ rate }) => rate))),
      serverUs: Math.round(median(all.map(({ serverUs }) => serverUs ?? 0))),
      databaseUs: Math.round(median(all.map(({ databaseUs }) => databaseUs ?? 0))),
      all: all.map(({ rate }) => Math.round(rate)),
    },
  ])
  return Object.fromEntries(summaries) as Record<K, LoadSummary>
}
