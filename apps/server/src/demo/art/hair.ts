import { circle, dots, each, faint, line, path, rect } from './ink.ts'
import { palette as p } from './palette.ts'

interface Hair {
  behind: (hair: string) => string
  front: (hair: string) => string
}

const none = (): string => ''
const only =
  (d: string) =>
  (hair: string): string =>
    path(d, hair)

const sweep = 'M27 44C24 20 40 14 50 15S72 22 69 46C66 36 60 30 52 29 42 34 32 32 27 44Z'
const parted = 'M27 42C24 20 38 13 48 13S72 20 69 42C66 32 58 28 48 21 38 28 30 32 27 42Z'
const round = 'M27 42C24 22 38 14 48 14S72 22 69 42C70 34 60 28 48 28S26 34 27 42Z'
const crop = 'M28 40C26 20 40 14 48 14S70 20 68 40C62 30 56 27 48 27S33 30 28 40Z'
const fringe = 'M26 43C23 18 38 12 48 12S73 18 70 43C68 43 67 40 66 35 58 37 38 37 30 35 29 40 28 43 26 43Z'
const flow = 'M25 40C22 66 24 76 30 80H68C74 74 74 60 71 40Z'

export const cuts = {
  crop: { behind: none, front: only(crop) },
  sidePart: { behind: none, front: only('M28 38C26 18 40 13 50 14S70 20 68 38C66 32 62 26 56 25 46 29 34 26 28 38Z') },
  quiff: {
    behind: none,
    front: only('M28 38C26 28 28 22 35 20 40 8 62 6 68 18 71 26 69 32 68 38 64 30 58 28 48 28S32 30 28 38Z'),
  },
  buzz: {
    behind: none,
    front: hair => faint(0.75, path('M29 36C28 22 38 19 48 19S68 22 67 36C62 28 56 26 48 26S34 28 29 36Z', hair)),
  },
  messy: {
    behind: none,
    front: only(
      'M27 41C21 25 30 17 37 17L38 9 46 14 53 8 57 15C70 16 75 27 69 41 65 33 58 31 50 30L46 34 42 30C34 31 30 34 27 41Z',
    ),
  },
  bowl: { behind: none, front: only(fringe) },
  receding: {
    behind: none,
    front: only(
      'M27 44C25 28 32 18 44 17 37 22 34 28 31 36ZM69 44C71 28 64 18 52 17 59 22 62 28 65 36ZM38 21Q48 13 58 21 48 18 38 21Z',
    ),
  },
  sides: {
    behind: none,
    front: only('M27 48C25 40 26 32 31 29 30 37 30 43 31 50ZM69 48C71 40 70 32 65 29 66 37 66 43 65 50Z'),
  },
  bald: { behind: none, front: none },
  curls: {
    behind: hair =>
      dots(
        [
          [28, 28],
          [68, 28],
          [37, 16],
          [59, 16],
          [48, 13],
        ],
        10,
        hair,
      ),
    front: only('M26 38C24 18 38 12 48 12S72 18 70 38C64 28 56 26 48 26S32 28 26 38Z'),
  },
  cloud: {
    behind: hair => circle(48, 32, 29, hair),
    front: only('M26 42C24 24 36 20 48 20S72 24 70 42C64 31 56 28 48 28S32 31 26 42Z'),
  },
  longCurls: {
    behind: hair =>
      dots(
        [
          [27, 34],
          [69, 34],
          [24, 48],
          [72, 48],
          [26, 62],
          [70, 62],
          [36, 18],
          [60, 18],
          [48, 14],
        ],
        11,
        hair,
      ) + rect(27, 34, 42, 30, hair),
    front: only(parted),
  },
  long: { behind: only(flow), front: only(sweep) },
  longParted: { behind: only(flow), front: only(parted) },
  longFringe: { behind: only(flow), front: only(fringe) },
  wavy: {
    behind: only('M25 38C16 52 26 60 19 74 24 84 34 83 36 78H60C62 83 72 84 77 74 70 60 80 52 71 38Z'),
    front: only(parted),
  },
  bob: {
    behind: only('M22 40H74V66H22Z'),
    front: only('M24 46C20 18 40 10 48 10S76 18 72 46L74 64C66 62 68 40 62 32 52 30 40 30 34 32 28 40 30 62 22 64Z'),
  },
  bobFringe: { behind: only('M23 38C20 60 26 66 32 62H64C70 66 76 60 73 38Z'), front: only(fringe) },
  pixie: {
    behind: none,
    front: only('M27 46C22 20 38 12 50 13S74 22 69 46C68 38 66 34 62 30 52 38 40 36 30 34 30 38 29 42 27 46Z'),
  },
  topBun: { behind: hair => circle(48, 10, 9, hair), front: only(round) },
  lowBun: { behind: hair => circle(69, 58, 9, hair), front: only(sweep) },
  ponytail: { behind: only('M60 20C86 16 88 44 80 64 72 60 74 42 62 34Z'), front: only(sweep) },
  pigtails: {
    behind: hair =>
      path('M28 34C10 34 12 58 18 66 26 62 28 50 30 42ZM68 34C86 34 84 58 78 66 70 62 68 50 66 42Z', hair),
    front: hair => path(parted, hair) + circle(26, 38, 3, p.terracotta) + circle(70, 38, 3, p.terracotta),
  },
  braid: {
    behind: none,
    front: hair =>
      path(sweep, hair) +
      dots(
        [
          [69, 50],
          [71, 58],
          [71, 66],
          [70, 74],
        ],
        5.5,
        hair,
      ) +
      circle(69, 80, 3, p.terracotta),
  },
  locks: {
    behind: hair => line('M28 34V66M34 30V70M62 30V70M68 34V66M24 40V58M72 40V58', hair, 7),
    front: only(parted),
  },
  setCurls: {
    behind: hair =>
      dots(
        [
          [25, 44],
          [71, 44],
          [27, 34],
          [69, 34],
        ],
        7,
        hair,
      ),
    front: hair =>
      dots(
        [
          [31, 26],
          [39, 19],
          [48, 17],
          [57, 19],
          [65, 26],
        ],
        8,
        hair,
      ) + path('M28 36C28 22 38 18 48 18S68 22 68 36C60 28 36 28 28 36Z', hair),
  },
} satisfies Record<string, Hair>

export type Cut = keyof typeof cuts

export const headwear: Record<'cap' | 'beanie' | 'sunHat' | 'turban' | 'band', (cloth: string) => string> = {
  cap: cloth =>
    path('M27 34C25 12 40 9 48 9S71 12 69 34Z', cloth) +
    path('M25 32H70Q80 33 81 38 60 36 26 38Z', cloth) +
    line('M27 33H68', '#00000033', 2),
  beanie: cloth =>
    path('M27 32C25 10 40 7 48 7S71 10 69 32Z', cloth) +
    rect(25, 27, 46, 9, '#00000022', 4) +
    rect(25, 27, 46, 9, cloth, 4) +
    circle(48, 7, 5, p.cream),
  sunHat: cloth =>
    path('M31 28C30 8 66 8 65 28Z', cloth) +
    path('M14 31Q48 18 82 31 66 37 48 36T14 31Z', cloth) +
    line('M31 26Q48 21 65 26', p.brick, 4),
  turban: cloth =>
    path('M25 37C18 8 40 4 50 5S80 12 71 37C64 26 54 28 48 34 42 28 32 26 25 37Z', cloth) +
    line('M30 26Q44 20 62 8M66 26Q52 20 36 9', '#00000022', 2.5),
  band: cloth => line('M28 31Q48 20 68 31', cloth, 5),
}

export function veil(cloth: string): { behind: string; front: string } {
  return {
    behind: path('M22 46C18 14 38 7 48 7S78 14 74 46C76 60 82 70 78 84H18C14 70 20 60 22 46Z', cloth),
    front:
      path('M27 50C20 14 76 14 69 50 67 32 58 25 48 25S29 32 27 50Z', cloth) +
      path('M26 44C30 70 40 66 48 66S66 70 70 44C76 62 80 72 74 84H22C16 72 20 62 26 44Z', cloth) +
      line('M32 72Q50 78 66 66', '#00000018', 2.5),
  }
}

export function beard(kind: number, hair: string): string {
  if (kind === 1) return faint(0.92, path('M29 44C29 66 40 68 48 68S67 66 67 44C64 54 58 54 48 54S32 54 29 44Z', hair))
  if (kind === 2) return faint(0.35, path('M30 48C31 64 42 65 48 65S65 64 66 48C62 55 57 54 48 54S34 55 30 48Z', hair))
  if (kind === 3) return path('M40 50Q44 46 48 49 52 46 56 50 52 53 48 51 44 53 40 50Z', hair)
  if (kind === 4)
    return path('M41 57Q48 54 55 57 55 67 48 67T41 57Z', hair) + path('M41 50Q48 46 55 50 52 52 48 51T41 50Z', hair)
  if (kind === 5) return path('M29 42C28 70 38 78 48 78S68 70 67 42C64 52 58 51 48 51S32 52 29 42Z', hair)
  return ''
}

export function freckles(tone: string): string {
  return each(
    [
      [36, 48],
      [39, 50],
      [42, 48],
      [54, 48],
      [57, 50],
      [60, 48],
    ] as const,
    ([x, y]) => circle(x, y, 0.9, tone),
  )
}
