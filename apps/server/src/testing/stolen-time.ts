import { existsSync, readFileSync } from 'node:fs'

/**
 * Processor time of all cores so far: what the host of this virtual machine gave to others while there was work here,
 * and all.
 */
const times = () => {
  if (!existsSync('/proc/stat')) return { stolen: 0, all: 0 }
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, stolen = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  return { stolen, all: user + nice + system + idle + ioWait + irq + softIrq + stolen }
}

/** Up to this share of it, times that were measured meanwhile may be held to a limit. */
export const MOST_STOLEN = 0.1

/**
 * From now on: which share (0 to 1) of the processor time the host gave to others. Times measured meanwhile are longer
 * by it.
 */
export const watchStolenTime = (): (() => number) => {
  const before = times()
  return () => {
    const { stolen, all } = times()
    return all > before.all ? Number(((stolen - before.stolen) / (all - before.all)).toFixed(3)) : 0
  }
}
