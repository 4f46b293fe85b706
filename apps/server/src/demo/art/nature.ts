import { at, circle, dots, faint, line, path, rect } from './ink.ts'
import { palette as p, type Light } from './palette.ts'

export function backdrop(light: Light, horizon = 300, sun: [number, number, number] = [600, 118, 46]): string {
  return (
    rect(0, 0, 800, horizon, light.sky) + rect(0, horizon / 2, 800, horizon / 2, light.low) + circle(...sun, light.sun)
  )
}

export function mountains(light: Light, base = 300, cap: string = p.paper): string {
  const lift = base - 300
  return at(
    0,
    lift,
    path('M0 250 90 170 150 205 250 96 330 176 390 140 470 216 560 160 660 232 800 172V310H0Z', light.far) +
      path('M250 96 286 132 262 140 244 128 226 146 214 134Z', cap) +
      path('M0 290 120 216 220 268 330 210 450 282 600 214 690 262 800 206V330H0Z', light.middle),
  )
}

export function hills(light: Light): string {
  return (
    path('M0 260C140 200 260 232 380 210S640 190 800 240V500H0Z', light.meadow) +
    path('M0 320C200 270 420 310 800 286V500H0Z', light.lawn)
  )
}

export function tree(x: number, y: number, scale: number, crown: string, gleam: string): string {
  return at(
    x,
    y,
    rect(-9, -70, 18, 90, p.bark) +
      circle(0, -130, 72, crown) +
      circle(-52, -96, 48, crown) +
      circle(54, -98, 50, crown) +
      faint(0.55, circle(-20, -160, 40, gleam), circle(34, -140, 30, gleam)),
    scale,
  )
}

export function bareTree(x: number, y: number, scale: number, snowy = true): string {
  return at(
    x,
    y,
    line(
      'M0 20V-90M0-60C-6-90-40-100-50-140M0-70C10-100 40-110 48-150M0-90C0-130-14-150-12-190M-34-112-62-122M30-120 58-128M-6-140 20-176',
      p.bark,
      12,
    ) + (snowy ? line('M-52-146-44-122M48-156 42-136M-66-128-50-124M-14-196V-170', p.paper, 7) : ''),
    scale,
  )
}

export function pine(x: number, y: number, scale: number, fill: string, snowy = false): string {
  const snow = snowy
    ? path('M0-150 22-108 8-114 0-104-9-114-21-109ZM-18-84-30-64-12-70 2-60 16-70 32-62 18-84 8-78-4-84Z', p.paper)
    : ''
  return at(
    x,
    y,
    rect(-5, -6, 10, 26, p.bark) + path('M0-150 34-84H18L48-36H26L60 0H-60L-26-36H-48L-18-84H-34Z', fill) + snow,
    scale,
  )
}

export function bush(x: number, y: number, scale: number, fill: string, gleam: string): string {
  return at(
    x,
    y,
    circle(-34, -22, 26, fill) +
      circle(34, -20, 24, fill) +
      circle(0, -34, 36, fill) +
      rect(-58, -22, 114, 22, fill, 10) +
      faint(0.5, circle(-8, -44, 18, gleam)),
    scale,
  )
}

export function cloud(x: number, y: number, scale: number, fill: string = p.paper): string {
  return at(x, y, rect(-70, -20, 140, 30, fill, 15) + circle(-24, -22, 26, fill) + circle(16, -28, 34, fill), scale)
}

export function flower(x: number, y: number, scale: number, petal: string, heart: string = p.honey): string {
  return at(
    x,
    y,
    dots(
      [
        [0, -10],
        [10, -3],
        [6, 8],
        [-6, 8],
        [-10, -3],
      ],
      8,
      petal,
    ) + circle(0, 0, 6, heart),
    scale,
  )
}

export function pot(x: number, y: number, scale: number, clay: string, leaves: readonly string[]): string {
  const [a = p.leaf, b = p.forest, c = p.grass] = leaves
  return at(
    x,
    y,
    circle(-16, -66, 24, a) +
      circle(16, -70, 26, b) +
      circle(0, -92, 19, c) +
      path('M-30-46H30L24 0H-24Z', clay) +
      rect(-34, -50, 68, 12, clay, 4),
    scale,
  )
}

export function grassTuft(x: number, y: number, fill: string): string {
  return line(`M${x - 8} ${y - 10}L${x} ${y}M${x} ${y - 15}V${y}M${x + 8} ${y - 10}L${x} ${y}`, fill, 4)
}

export function stars(list: ReadonlyArray<readonly [number, number]>, fill: string = p.moon): string {
  return faint(
    0.8,
    dots(
      list.filter((_, i) => i % 3 === 0),
      3,
      fill,
    ),
    dots(
      list.filter((_, i) => i % 3),
      2,
      fill,
    ),
  )
}

export function snowfall(): string {
  const flakes = [
    [60, 60],
    [150, 130],
    [220, 40],
    [300, 110],
    [380, 54],
    [470, 140],
    [540, 40],
    [620, 96],
    [700, 50],
    [760, 150],
    [100, 220],
    [260, 210],
    [420, 230],
    [590, 200],
    [690, 240],
    [40, 320],
    [200, 310],
    [500, 310],
    [650, 340],
    [770, 300],
  ] as const
  return (
    dots(
      flakes.filter((_, i) => i % 2),
      6,
      p.paper,
    ) +
    dots(
      flakes.filter((_, i) => i % 2 === 0),
      4,
      p.paper,
    )
  )
}
