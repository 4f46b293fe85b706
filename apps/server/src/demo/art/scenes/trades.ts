import { at, circle, each, ellipse, faint, line, path, pick, rect, sheet } from '../ink.ts'
import { bush, cloud, mountains, pine, tree } from '../nature.ts'
import { bust, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { pane, pavement, van } from '../town.ts'

export function iceCream(v: number): string {
  const light = pick([lights.day, lights.evening, lights.day], v)
  const flavours = pick(
    [
      [p.blush, p.honey, p.lime],
      [p.terracotta, p.cream, p.cocoa],
      [p.lilac, p.marigold, p.water],
    ] as const,
    v,
  )
  const cone = (x: number, y: number, s: number, turn = 0): string =>
    at(
      x,
      y,
      circle(-30, -62, 42, flavours[0]) +
        circle(30, -62, 42, flavours[1]) +
        circle(0, -112, 44, flavours[2]) +
        path('M-58-44H58L0 130Z', '#d79a57') +
        line('M-36-30 18 74M36-30-18 74M-10-34 32 34M10-34-32 34', p.wood, 4) +
        rect(-64, -52, 128, 16, '#c9873f', 8) +
        circle(6, -158, 12, p.brick) +
        line('M8-168 20-186', p.forest, 4) +
        faint(0.6, circle(-14, -124, 9, p.paper)),
      s,
      turn,
    )
  if (v === 1) {
    return sheet(
      800,
      500,
      rect(0, 0, 800, 500, light.sky),
      circle(400, 210, 110, p.honey),
      mountains(light, 330),
      rect(0, 328, 800, 172, light.waterDeep),
      path('M0 328H800V360C560 376 260 350 0 366Z', light.water),
      line('M320 350H480M350 374H460M370 398H430', p.honey, 7),
      path('M0 450C200 430 560 440 800 446V500H0Z', p.sand),
      at(300, 400, line('M-20 190-4 70', p.terracotta, 70) + line('M-4 70 0 40', pick(skins, 1), 44)),
      cone(300, 300, 1.15, -6),
      at(520, 420, line('M20 190 4 70', p.deep, 70) + line('M4 70 0 40', pick(skins, 5), 44)),
      cone(520, 320, 1.05, 7),
    )
  }
  const cart = at(
    0,
    0,
    rect(-150, -150, 300, 110, pick([p.paper, p.paper, p.water], v), 10) +
      each([0, 1, 2, 3, 4], i => rect(-150 + i * 60, -150, 30, 110, pick([p.blush, p.blush, p.paper], v))) +
      rect(-164, -162, 328, 18, p.wood, 5) +
      circle(-90, -34, 38, p.ink) +
      circle(-90, -34, 24, p.cream) +
      circle(-90, -34, 7, p.ink) +
      circle(90, -34, 38, p.ink) +
      circle(90, -34, 24, p.cream) +
      circle(90, -34, 7, p.ink) +
      line('M150-120 206-150', p.ink, 8) +
      rect(-4, -330, 8, 172, p.bark) +
      path('M-180-290C-150-390 150-390 180-290Z', p.paper) +
      path(
        'M-180-290C-150-370-90-366-60-365L-60-290ZM-60-290 0-366 60-290ZM60-365C90-366 150-370 180-290H60Z',
        pick([p.terracotta, p.deep, p.marigold], v),
      ) +
      each([-110, -60, 60, 110], (x, i) => circle(x, -170, 20, flavours[i % 3] ?? p.blush)),
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    cloud(pick([620, 0, 140], v), 90, 1),
    v === 0
      ? mountains(light, 330) +
          rect(0, 326, 800, 100, light.waterDeep) +
          path('M0 326H800V350C500 360 260 346 0 356Z', light.water)
      : path('M0 260C160 210 400 250 560 220S740 220 800 240V500H0Z', p.grass) +
          tree(90, 400, 1.3, p.leaf, p.grass) +
          tree(720, 390, 1.2, p.forest, p.leaf),
    pavement(400, p.sand, p.dune),
    bust(
      pick([400, 0, 330], v),
      320,
      1.05,
      { skin: pick(skins, v + 2), hair: p.paper, top: pick([p.deep, p.deep, p.terracotta], v), cut: 'cap' },
      p.paper,
    ),
    at(pick([340, 0, 400], v), 476, cart),
    figure(
      pick([640, 0, 640], v),
      480,
      0.72,
      {
        skin: pick(skins, v * 2),
        hair: pick([p.cocoa, p.ink, p.ink], v),
        top: p.honey,
        skirt: v === 0 ? p.brick : undefined,
        legs: p.deep,
        cut: pick(['pony', 'short', 'curly'] as const, v),
      },
      {
        left: 'M-28-146-56-140',
        hands: [
          [-60, -142],
          [44, -92],
        ],
      },
    ),
    cone(pick([594, 0, 594], v), 356, 0.32),
    v === 2 ? figure(730, 486, 0.98, { skin: skins[5], hair: p.stone, top: p.plum, legs: p.ink }) : '',
  )
}

export function plumberVan(v: number): string {
  const light = pick([lights.day, lights.winter, lights.evening], v)
  const paint = pick(
    [
      [p.paper, p.deep],
      [p.terracotta, p.cream],
      [p.leaf, p.honey],
    ] as const,
    v,
  )
  const wall = pick([p.peach, p.blush, p.sand], v)
  const tap =
    path('M-20-30H70q30 0 30 30v20H70V6H-20Z', p.stone) +
    rect(14, -56, 16, 28, p.pebble) +
    rect(-10, -70, 64, 16, p.terracotta, 8) +
    path('M84 40q18 26 0 34-18-8 0-34Z', p.water)
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 1 ? mountains(light, 340) : cloud(140, 80, 1),
    v === 0
      ? tree(60, 400, 1.2, p.leaf, p.grass)
      : v === 1
        ? pine(70, 400, 1.5, p.forest, true)
        : tree(70, 400, 1.3, p.forest, p.leaf),
    rect(400, 90, 360, 330, wall),
    path('M370 100 580 10 790 100Z', pick([p.brick, p.paper, p.brick], v)),
    v === 1 ? path('M376 106 580 22 784 106 790 100 580 10 370 100Z', p.ice) : '',
    each([440, 640], x => pane(x, 140, 66, 88, v ? p.honey : p.water, pick([p.forest, p.brick, p.deep], v))),
    rect(556, 270, 90, 150, p.paper),
    rect(566, 280, 70, 140, pick([p.deep, p.pine, p.brick], v)),
    circle(624, 352, 5, p.honey),
    bush(730, 420, 1, v === 1 ? p.frost : p.leaf, p.grass),
    pavement(410, light.ground === p.sand ? p.stone : light.ground, light.groundLine),
    ellipse(290, 462, 240, 14, '#00000022'),
    van(280, 460, 1.16, paint[0], paint[1]),
    at(170, 310, circle(0, 0, 52, paint[1]) + at(-26, 0, tap, 0.5)),
    rect(80, 222, 240, 10, p.steel, 4),
    line('M100 212H310M120 206V222M290 206V222', p.stone, 9),
    figure(590, 482, 0.98, {
      skin: pick(skins, v * 2 + 1),
      hair: pick([p.deep, p.brick, p.ink], v),
      top: pick([p.deep, p.steel, p.honey], v),
      legs: pick([p.deep, p.deep, p.forest], v),
      cut: pick(['cap', 'cap', 'pony'] as const, v),
    }),
    at(
      644,
      484,
      rect(-36, -44, 84, 46, p.brick, 5) +
        rect(-40, -54, 92, 16, p.terracotta, 4) +
        line('M-10-56V-74H22V-56', p.ink, 6),
    ),
  )
}
