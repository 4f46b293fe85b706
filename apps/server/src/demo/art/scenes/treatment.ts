import { at, circle, ellipse, faint, line, path, pick, rect, sheet, times } from '../ink.ts'
import { pot } from '../nature.ts'
import { figure } from '../people.ts'
import { palette as p, skins } from '../palette.ts'
import { pane, room } from '../town.ts'

export function hairdresser(v: number): string {
  const wall = pick([p.blush, '#cfdedb', p.sand], v)
  const frame = pick([p.marigold, p.wood, p.deep], v)
  const mirror = (x: number): string =>
    pick(
      [
        ellipse(x, 170, 92, 122, frame) +
          ellipse(x, 170, 80, 110, p.sky) +
          faint(0.5, line(`M${x - 40} 220 ${x + 20} 100M${x - 14} 236 ${x + 40} 130`, p.paper, 9)),
        rect(x - 90, 50, 180, 240, frame, 90) +
          rect(x - 78, 62, 156, 216, p.sky, 78) +
          faint(0.5, line(`M${x - 40} 220 ${x + 20} 100M${x - 14} 236 ${x + 40} 130`, p.paper, 9)),
        rect(x - 96, 54, 192, 230, frame, 10) +
          rect(x - 84, 66, 168, 206, p.sky, 4) +
          faint(0.5, line(`M${x - 40} 220 ${x + 20} 100M${x - 14} 236 ${x + 40} 130`, p.paper, 9)),
      ],
      v,
    )
  const counter = (x: number): string =>
    rect(x - 110, 300, 220, 14, p.wood, 4) +
    rect(x - 80, 262, 20, 38, p.deep, 4) +
    rect(x - 54, 272, 18, 28, p.terracotta, 4) +
    rect(x - 30, 256, 16, 44, p.leaf, 4) +
    line(`M${x + 40} 296 ${x + 66} 262M${x + 66} 296 ${x + 42} 262`, p.steel, 5)
  const chair = (x: number): string =>
    at(
      x,
      470,
      ellipse(0, 0, 70, 12, p.steel) +
        rect(-10, -90, 20, 90, p.stone) +
        rect(-84, -120, 168, 36, pick([p.brick, p.ink, p.forest], v), 14) +
        rect(-64, -240, 128, 130, pick([p.brick, p.ink, p.forest], v), 26) +
        rect(-96, -156, 24, 60, p.ink, 10) +
        rect(72, -156, 24, 60, p.ink, 10),
    )
  const client = (x: number): string =>
    at(
      x,
      372,
      circle(0, -124, 40, pick([p.cocoa, p.stone, p.marigold], v)) +
        (v === 0 ? path('M-40-124H40L48-60H-48Z', p.cocoa) : '') +
        path('M-84 40C-84-56-44-84 0-84S84-56 84 40Z', pick([p.paper, p.honey, p.water], v)),
    )
  return sheet(
    800,
    500,
    room(wall, pick(['#c99a6b', '#b8b2a2', p.wood], v)),
    mirror(250),
    counter(250),
    mirror(560),
    counter(560),
    v === 2
      ? times(8, i => circle(464 + i * 27, 40, 8, p.honey)) + times(8, i => circle(154 + i * 27, 40, 8, p.honey))
      : '',
    chair(560),
    chair(250),
    client(250),
    figure(
      pick([390, 400, 120], v),
      480,
      1.24,
      {
        skin: pick(skins, v * 2 + 2),
        hair: pick([p.ink, p.terracotta, p.ink], v),
        top: pick([p.deep, p.plum, p.terracotta], v),
        legs: p.ink,
        cut: pick(['curly', 'bun', 'short'] as const, v),
      },
      v === 2
        ? {
            right: 'M28-146 70-150',
            hands: [
              [-44, -92],
              [76, -152],
            ],
          }
        : {
            left: 'M-28-146-64-160',
            hands: [
              [-70, -162],
              [44, -92],
            ],
          },
    ),
    at(v === 2 ? 226 : 292, v === 2 ? 284 : 274, line('M0 0 26-22M0-16 26 0', p.steel, 6)),
    pot(730, 480, 1.7, p.cream, [p.leaf, p.forest, p.grass]),
  )
}

export function care(v: number): string {
  const wall = pick(['#d5e3dc', p.peach, '#d8e2ea'], v)
  const sheetFill = pick([p.deep, p.leaf, p.terracotta], v)
  const couch = at(
    0,
    0,
    rect(-190, -110, 380, 34, sheetFill, 14) +
      rect(-176, -76, 352, 12, p.wood) +
      line('M-150-64-170 0M150-64 170 0M-150 0-130-64M150 0 130-64', p.bark, 9) +
      rect(-182, -134, 96, 30, p.paper, 14),
  )
  const lying = at(
    0,
    0,
    ellipse(-120, -140, 26, 24, pick(skins, v * 2)) +
      path('M-146-146C-150-176-96-176-96-146-110-158-130-158-146-146Z', pick([p.stone, p.ink, p.brick], v)) +
      path('M-100-160C-40-172 60-160 160-140V-112H-100Z', p.cream) +
      path('M0-160C60-162 120-150 168-138V-110H0Z', pick([p.blush, p.honey, p.water], v)),
  )
  const ball =
    circle(0, -56, 56, pick([p.terracotta, p.lilac, p.leaf], v)) +
    faint(0.4, line('M-40-84Q0-60 40-84M-52-50Q0-24 52-50', p.paper, 5))
  return sheet(
    800,
    500,
    room(wall, pick(['#cfa57a', '#c99a6b', '#d7c39b'], v)),
    pane(90, 50, 180, 200, p.water),
    path('M96 210Q170 180 264 206V244H96Z', p.grass),
    rect(178, 56, 4, 188, p.paper),
    at(
      pick([620, 620, 640], v),
      140,
      rect(-90, -80, 180, 150, p.paper, 4) +
        (v === 1
          ? circle(0, -10, 44, p.sage) + path('M-30 10Q0-50 30 10Z', p.forest)
          : circle(0, -50, 14, p.terracotta) +
            line('M0-34V14M0-22-30 0M0-22 30 0M0 14-20 54M0 14 20 54', p.terracotta, 9)),
    ),
    v === 1
      ? at(
          560,
          400,
          rect(-120, -110, 240, 12, p.wood) +
            rect(-110, -170, 30, 60, p.leaf, 6) +
            rect(-70, -150, 30, 40, p.honey, 6) +
            rect(60, -160, 34, 50, p.deep, 6) +
            rect(-120, -98, 240, 98, p.cream) +
            line('M0-98V0', p.stone, 4),
        )
      : '',
    at(400, 478, couch + (v === 2 ? '' : lying)),
    v === 2
      ? at(
          340,
          352,
          figure(
            0,
            100,
            0.95,
            { skin: skins[1], hair: p.cocoa, top: p.honey, legs: p.ink, cut: 'bun' },
            {
              right: 'M28-146 70-120',
              hands: [
                [-44, -92],
                [74, -118],
              ],
            },
          ),
        )
      : '',
    figure(
      pick([430, 430, 520], v),
      pick([390, 390, 482], v),
      pick([1, 1, 1.1], v),
      {
        skin: pick(skins, v * 2 + 3),
        hair: pick([p.ink, p.brick, p.ink], v),
        top: p.paper,
        legs: pick([p.deep, p.deep, p.sage], v),
        cut: pick(['short', 'pony', 'veil'] as const, v),
      },
      {
        left: 'M-28-146-54-110',
        right: 'M28-146 34-100',
        hands: [
          [-56, -102],
          [36, -92],
        ],
      },
    ),
    v === 2 ? '' : at(400, 478, couch + lying),
    at(pick([700, 700, 720], v), 486, ball),
    pot(pick([90, 90, 70], v), 486, 1.6, p.cream, [p.leaf, p.forest, p.grass]),
  )
}
