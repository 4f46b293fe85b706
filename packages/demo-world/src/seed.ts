import type { Random } from './random.ts'

/** Input of the demo world: the same seed gives the same world. */
export interface Seed {
  random: Random
  /** The present time of the demo world: all of its posts and messages are older. */
  now: Date
  /** Returns a UUIDv7 for an instant in milliseconds, with the given random bytes. */
  idAt: (milliseconds: number, bytes: Uint8Array) => string
}

/** Returns a function that creates an id as if at the given instant, with random bytes from `random`. */
export const createIdGenerator =
  (idAt: Seed['idAt'], random: Random) =>
  (at: Date): string =>
    idAt(
      at.getTime(),
      Uint8Array.from({ length: 10 }, () => random.int(0, 255)),
    )
