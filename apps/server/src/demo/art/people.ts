import { at, circle, ellipse, line, path, rect } from './ink.ts'
import { palette as p } from './palette.ts'

type Cut = 'short' | 'long' | 'bun' | 'curly' | 'cap' | 'hat' | 'veil' | 'bald' | 'pony'

interface Look {
  skin: string
  hair: string
  top: string
  legs?: string
  cut?: Cut
  skirt?: string
}

function behind({ hair, cut }: Look): string {
  if (cut === 'long') return path('M-28 0C-32-38 32-38 28 0L30 34H-30Z', hair)
  if (cut === 'curly')
    return (
      circle(-22, -10, 15, hair) + circle(22, -10, 15, hair) + circle(-10, -24, 16, hair) + circle(12, -24, 16, hair)
    )
  if (cut === 'pony') return path('M-14-22C-54-22-50 14-40 34-34 14-30 4-16 0Z', hair)
  if (cut === 'veil') return path('M-31 4C-34-42 34-42 31 4 34 26 38 36 30 44H-30C-38 36-34 26-31 4Z', hair)
  return ''
}

function above({ hair, cut }: Look): string {
  const fringe = path('M-25 0C-30-36 30-36 25 0 19-9 10-13 0-13S-19-9-25 0Z', hair)
  if (cut === 'bald') return ''
  if (cut === 'bun') return fringe + circle(0, -32, 11, hair)
  if (cut === 'cap')
    return path('M-26-4C-28-36 28-36 26-4L22-6Q0-12-26-4Z', hair) + path('M10-8Q40-10 44-2L14 0Z', hair)
  if (cut === 'hat') return path('M-20-10C-20-38 20-38 20-10Z', hair) + ellipse(0, -10, 42, 8, hair)
  if (cut === 'veil') return path('M-26 10C-34-36 34-36 26 10 24-12 14-18 0-18S-24-12-26 10Z', hair)
  return fringe
}

export function bust(x: number, y: number, scale: number, look: Look, apron = ''): string {
  return at(
    x,
    y,
    at(0, -62, behind(look)) +
      rect(-9, -48, 18, 24, look.skin, 6) +
      path('M-46 40C-46-20-30-34 0-34S46-20 46 40Z', look.top) +
      (apron ? path('M-22-8V40H22V-8Z', apron) + line('M-20-6-26-28M20-6 26-28', apron, 5) : '') +
      at(0, -62, circle(0, 0, 24, look.skin) + above(look)),
    scale,
  )
}

interface Pose {
  left?: string
  right?: string
  hands?: ReadonlyArray<readonly [number, number]>
  walking?: boolean
}

/* Feet stand on the origin; a grown-up is 220 high. */
export function figure(x: number, y: number, scale: number, look: Look, pose: Pose = {}): string {
  const legs = look.legs ?? p.ink
  const limbs = look.skirt
    ? line(pose.walking ? 'M-8-50-20-10M8-50 22-12' : 'M-12-50V-10M12-50V-10', look.skin, 13)
    : line(pose.walking ? 'M-4-92-24-12M4-92 26-14' : 'M-13-92V-12M13-92V-12', legs, 24)
  const shoes = pose.walking
    ? ellipse(-20, -5, 17, 7, p.ink) + ellipse(32, -6, 17, 7, p.ink)
    : ellipse(-17, -5, 16, 7, p.ink) + ellipse(18, -5, 16, 7, p.ink)
  const hands = pose.hands ?? [
    [-44, -92],
    [44, -92],
  ]
  return at(
    x,
    y,
    at(0, -194, behind(look)) +
      limbs +
      shoes +
      (look.skirt ? path('M-32-100H32L46-40H-46Z', look.skirt) : '') +
      rect(-9, -178, 18, 22, look.skin, 6) +
      line(`${pose.left ?? 'M-28-146-44-98'}`, look.top, 18) +
      line(`${pose.right ?? 'M28-146 44-98'}`, look.top, 18) +
      path('M-34-86C-38-150-28-166 0-166S38-150 34-86Z', look.top) +
      hands.map(([hx, hy]) => circle(hx, hy, 9, look.skin)).join('') +
      at(0, -194, circle(0, 0, 24, look.skin) + above(look)),
    scale,
  )
}

export function dog(x: number, y: number, scale: number, coat: string, ear: string, collar: string): string {
  return at(
    x,
    y,
    line('M-46-64Q-72-72-72-100', coat, 11) +
      line('M-38-44-44-6M-24-44-20-6M30-44 26-6M44-44 50-6', coat, 13) +
      rect(-56, -80, 112, 46, coat, 22) +
      path('M22-70 44-108 72-92 56-44Z', coat) +
      line('M36-90 62-76', collar, 8) +
      ellipse(62, -108, 27, 22, coat) +
      ellipse(86, -101, 16, 11, coat) +
      path('M50-126Q26-118 34-86 52-88 58-112Z', ear) +
      circle(70, -112, 3.4, p.ink) +
      circle(100, -105, 5, p.ink),
    scale,
  )
}
