import { existsSync, readFileSync } from 'node:fs'

/** Processor time of all cores so far: stolen by the hypervisor, and total. */
const readTimes = () => {
  if (!existsSync('/proc/stat')) return { stolen: 0, all: 0 }
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, stolen = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  return { stolen, all: user + nice + system + idle + ioWait + irq + softIrq + stolen }
}

/** Measured times are compared with their limits only if at most this share of time was stolen. */
export const MAX_STOLEN_SHARE = 0.1

/**
 * Returns a function that returns the share (0 to 1) of processor time that the hypervisor has given to other guests
 * since this call. Times measured since then are longer by about this share.
 */
export const watchStolenTime = (): (() => number) => {
  const before = readTimes()
  return () => {
    const { stolen, all } = readTimes()
    return all > before.all ? Number(((stolen - before.stolen) / (all - before.all)).toFixed(3)) : 0
  }
}
