import autocannon from 'autocannon'
import { cpuMs } from './servers.ts'

export interface Target {
  name: string
  url: string
  headers: Record<string, string>
  pid: number
}

export interface Load {
  /** Requests per second. */
  rate: number
  /** Processor time of the server's process for each request, in microseconds: steadier than the rate on a machine that is shared. */
  cpuUs: number | null
}

const CONNECTIONS = 10

const load = async ({ name, url, headers, pid }: Target, seconds: number): Promise<Load> => {
  const before = cpuMs(pid)
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    workers: 1,
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} refusals and ${errors} errors under load`)
  const after = cpuMs(pid)
  return {
    rate: requests.total / duration,
    cpuUs: before === null || after === null ? null : ((after - before) * 1000) / requests.total,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, z) => a - z)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Loads the targets in turn, round after round, so that what disturbs the machine disturbs them alike; the first round only warms up. */
export const measure = async (
  targets: readonly Target[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<string, Load[]>> => {
  const results: Record<string, Load[]> = Object.fromEntries(targets.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const result = await load(target, seconds)
      if (round > 0) results[target.name]!.push(result)
    }
  }
  return results
}
