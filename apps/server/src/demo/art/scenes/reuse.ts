import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { palette as p } from '../palette.ts'
import { room } from '../town.ts'

const tag = (x: number, y: number): string =>
  at(x, y, line('M0 0V22', p.ink, 2) + path('M-14 22H14V50L0 60-14 50Z', p.paper) + line('M-6 36H6', p.terracotta, 4))

/** A reuse shop: what was given and mended, each with its label. */
export function reuseShop(v: number): string {
  const seat = pick([p.terracotta, p.deep, p.leaf], v)
  const shade = pick([p.honey, p.brick, p.water], v)
  const chest = pick([p.wood, '#b9855a', p.bark], v)
  const chair =
    line('M-56 0V-130M56 0V-130M-66 0-56-120M66 0 56-120', p.bark, 10) +
    rect(-74, -142, 148, 26, seat, 8) +
    line('M-56-140V-300M56-140V-300', p.bark, 11) +
    rect(-62, -300, 124, 30, seat, 8) +
    rect(-62, -246, 124, 24, seat, 8)
  const drawers =
    rect(-150, -190, 300, 178, chest, 6) +
    rect(-164, -202, 328, 20, p.cocoa, 4) +
    rect(-136, -12, 20, 12, p.cocoa) +
    rect(116, -12, 20, 12, p.cocoa) +
    each(
      [-172, -116, -60],
      y => rect(-136, y, 272, 46, faintWood, 4) + circle(-60, y + 23, 6, p.honey) + circle(60, y + 23, 6, p.honey),
    )
  const lamp =
    faint(0.4, path('M-60-116H60L110 0H-110Z', p.moon)) +
    ellipse(0, 0, 42, 9, p.ink) +
    line('M0-4V-112', p.ink, 8) +
    path('M-62-104H62L36-186H-36Z', shade)
  return sheet(
    800,
    500,
    room(pick([p.peach, '#d5e3dc', p.sand], v), pick([p.wood, '#c98f5f', '#b9855a'], v)),
    rect(40, 120, 250, 12, p.bark),
    each([60, 84, 110, 132, 158], (x, i) =>
      rect(
        x,
        120 - 60 - (i % 3) * 10,
        20,
        60 + (i % 3) * 10,
        [p.deep, p.brick, p.leaf, p.marigold, p.plum][(i + v) % 5] ?? p.deep,
        2,
      ),
    ),
    at(236, 120, ellipse(0, -26, 30, 26, p.water) + rect(-12, -66, 24, 22, p.water) + ellipse(0, -66, 16, 5, p.deep)),
    at(640, 130, circle(0, 0, 62, p.bark) + circle(0, 0, 50, p.frost) + line('M-20-14 14-34M-8 14 26-8', p.paper, 6)),
    at(190, 440, chair),
    at(470, 440, drawers),
    at(400, 238, lamp),
    at(
      540,
      238,
      rect(-50, -78, 100, 78, p.paper, 4) +
        rect(-40, -68, 80, 58, p.sage) +
        path('M-40-10-8-48 16-24 26-34 40-10Z', p.forest),
    ),
    at(
      696,
      446,
      path('M-54 0-66-92H66L54 0Z', p.dune) +
        line('M-62-62H62M-58-30H58', p.wood, 6) +
        circle(-20, -100, 26, pick([p.brick, p.honey, p.plum], v)) +
        circle(24, -98, 22, p.cream),
    ),
    tag(250, 150),
    tag(610, 262),
  )
}

const faintWood = '#c79a6b'
