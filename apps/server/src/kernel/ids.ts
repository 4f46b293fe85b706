import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length
let lastMillisecond = 0
let sequence = 0

const randomBytes = (count: number): Buffer => {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

const formatId = (milliseconds: number, order: number, random: Uint8Array): string => {
  const hex = Buffer.from(random.subarray(0, 8))
  hex[0] = (hex[0]! & 0x3f) | 0x80
  const time = milliseconds.toString(16).padStart(12, '0')
  const tail = hex.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** A UUIDv7. Ids of one process strictly increase even if the clock is set back, because feeds are ordered by id. */
export const newId = (now: number = Date.now()): string => {
  if (now > lastMillisecond) {
    lastMillisecond = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMillisecond++
    sequence = 0
  }
  return formatId(lastMillisecond, sequence, randomBytes(8))
}

/** Makes new ids greater than `id`, even if the clock was set back since `id` was created. */
export const ensureIdsAfter = (id: string): void => {
  const hex = id.replaceAll('-', '')
  const millisecond = parseInt(hex.slice(0, 12), 16)
  const order = parseInt(hex.slice(13, 16), 16)
  if (millisecond < lastMillisecond || (millisecond === lastMillisecond && order <= sequence)) return
  lastMillisecond = millisecond
  sequence = order
}

export const idAt = (milliseconds: number, random: Uint8Array): string =>
  formatId(milliseconds, (((random[8] ?? 0) << 4) | ((random[9] ?? 0) >> 4)) & 0xfff, random)

/** Less than or equal to every id. `LAST_ID` is the upper bound, where descending lists start. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (value: string) => uuid.test(value)
