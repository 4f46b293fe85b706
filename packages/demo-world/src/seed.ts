import type { Random } from './random.ts'

/** Input of the demo world: the same seed gives the same world. */
export interface Seed {
  random: Random
  /** The present of the demo world: everything in it happened before. */
  now: Date
  /** A UUIDv7 of an instant in milliseconds, with the given bytes. */
  idAt: (milliseconds: number, bytes: Uint8Array) => string
}

/** A generator of ids as if created at an instant, with random bytes of this stream. */
export const createIdGenerator =
  (idAt: Seed['idAt'], random: Random) =>
  (at: Date): string =>
    idAt(
      at.getTime(),
      Uint8Array.from({ length: 10 }, () => random.int(0, 255)),
    )
