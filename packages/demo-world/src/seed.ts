import type { Random } from './random.ts'

/** What the demo world is made from: the same seed gives the same world. */
export interface Seed {
  random: Random
  /** The present of the demo world: everything in it happened before. */
  now: Date
  /** A UUIDv7 of an instant in milliseconds, with bytes of the caller's choice. */
  idAt: (milliseconds: number, bytes: Uint8Array) => string
}

/** Gives ids as if made at an instant, drawn from these random numbers. */
export const idsFrom =
  (idAt: Seed['idAt'], random: Random) =>
  (at: Date): string =>
    idAt(
      at.getTime(),
      Uint8Array.from({ length: 10 }, () => random.int(0, 255)),
    )
