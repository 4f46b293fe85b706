import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

interface ProcessTime {
  pid: number
  parent: number
  /** Processor time so far, in hundredths of a second, the unit of /proc. */
  used: number
}

/** Returns an empty list when the process ends while it is read. */
const readProcess = (pid: string): ProcessTime[] => {
  try {
    // The process name in front of these fields may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return [{ pid: Number(pid), parent: fields[1]!, used: fields[11]! + fields[12]! }]
  } catch {
    return []
  }
}

const ownProcesses = (): ProcessTime[] => {
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? readProcess(name) : []))
  const own = new Set([process.pid])
  for (let before = -1; before !== own.size;) {
    before = own.size
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
  }
  return all.filter(({ pid }) => own.has(pid))
}

/** Returns the processor time of the whole machine (used or stolen, and in total) and of this test's processes. */
const readCpuTimes = () => {
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, stolen = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  const busy = user + nice + system + irq + softIrq + stolen
  return { busy, all: busy + idle + ioWait, own: ownProcesses() }
}

/**
 * Returns a function that converts a duration measured since this call to the longest that it would have been if the
 * test had the machine to itself. If other programs and the host leave less than one processor, the duration is scaled
 * by that share. If they leave at least one processor, or /proc is missing, the duration counts in full.
 */
export const trackOwnTime = (): ((measuredMs: number) => number) => {
  if (!existsSync('/proc/stat')) return Math.round
  const before = readCpuTimes()
  const usedBefore = new Map(before.own.map(({ pid, used }) => [pid, used]))
  return measuredMs => {
    const after = readCpuTimes()
    const own = after.own.reduce((sum, { pid, used }) => sum + used - (usedBefore.get(pid) ?? 0), 0)
    const [all, busy] = [after.all - before.all, after.busy - before.busy]
    if (all <= 0) return Math.round(measuredMs)
    const availableCpus = availableParallelism() * (1 - Math.max(0, busy - own) / all)
    return Math.round(measuredMs * Math.min(1, availableCpus))
  }
}
