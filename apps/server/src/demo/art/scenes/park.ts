import { at, circle, each, ellipse, line, path, pick, rect, sheet } from '../ink.ts'
import { bareTree, cloud, flower, tree } from '../nature.ts'
import { dog, figure } from '../people.ts'
import { lights, palette as p, skins } from '../palette.ts'
import { bench, lampPost } from '../town.ts'

export function petanque(v: number): string {
  const light = pick([lights.day, lights.evening, lights.autumn], v)
  const jack = pick([p.terracotta, p.honey, p.leaf], v)
  const ball = (x: number, y: number, r: number, fill: string): string =>
    ellipse(x + r * 0.7, y + r * 0.82, r * 1.5, r * 0.26, light.groundLine) +
    circle(x, y, r, fill) +
    `<g opacity=".45">${line(`M${(x - r * 0.96).toFixed(0)} ${(y - r * 0.2).toFixed(0)}q${(r * 0.96).toFixed(0)} ${(r * 0.5).toFixed(0)} ${(r * 1.92).toFixed(0)} 0M${(x - r * 0.9).toFixed(0)} ${(y + r * 0.35).toFixed(0)}q${(r * 0.9).toFixed(0)} ${(r * 0.45).toFixed(0)} ${(r * 1.8).toFixed(0)} 0`, p.ink, r * 0.07)}</g>` +
    circle(x - r * 0.36, y - r * 0.42, r * 0.2, p.paper)
  const steel = ['#5b6b6c', '#6f7f7d', '#84918c', '#b08d57'] as const
  const sets = pick<ReadonlyArray<readonly [number, number, number, number]>>(
    [
      [
        [520, 300, 34, 0],
        [250, 330, 44, 1],
        [408, 396, 60, 0],
        [600, 430, 66, 1],
        [150, 440, 62, 2],
      ],
      [
        [300, 400, 46, 3],
        [400, 372, 40, 0],
        [180, 440, 58, 1],
        [640, 440, 62, 0],
      ],
      [
        [150, 330, 36, 0],
        [240, 420, 60, 3],
        [420, 350, 46, 0],
        [560, 320, 38, 3],
        [680, 440, 66, 1],
      ],
    ],
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    v === 1 ? circle(640, 90, 44, p.honey) : '',
    path('M0 150C200 110 320 150 500 120S720 110 800 140V260H0Z', light.meadow),
    each([60, 230, 420, 600, 760], (x, i) =>
      tree(x, 210, i % 2 ? 0.75 : 0.9, i % 2 ? light.crown : v === 2 ? p.terracotta : p.forest, light.crownLight),
    ),
    rect(0, 214, 800, 286, light.ground),
    rect(0, 206, 800, 16, p.wood),
    each(
      [
        [70, 300],
        [160, 420],
        [640, 290],
        [720, 440],
        [330, 270],
        [540, 470],
        [250, 360],
      ] as const,
      ([x, y]) => ellipse(x, y, 6, 2.5, light.groundLine),
    ),
    bench(pick([650, 130, 420], v), 250),
    v === 1
      ? figure(
          520,
          330,
          0.92,
          { skin: skins[4], hair: p.stone, top: p.deep, legs: p.cream, cut: 'cap' },
          {
            left: 'M-28-146-66-120',
            hands: [
              [-72, -116],
              [44, -92],
            ],
          },
        ) +
          circle(440, 214, 11, p.steel) +
          figure(650, 320, 0.88, { skin: skins[1], hair: p.cocoa, top: p.terracotta, legs: p.ink, cut: 'bun' })
      : '',
    v === 2
      ? figure(640, 300, 0.74, { skin: skins[2], hair: p.stone, top: p.leaf, legs: p.steel }) +
          figure(720, 300, 0.72, { skin: skins[0], hair: p.honey, top: p.marigold, skirt: p.brick, cut: 'long' })
      : '',
    each(sets, ([x, y, r, c]) => ball(x, y, r, pick(steel, c))),
    at(
      pick([466, 350, 350], v),
      pick([340, 440, 416], v),
      ellipse(12, 12, 26, 6, light.groundLine) + circle(0, 0, 15, jack),
    ),
  )
}

export function dogWalk(v: number): string {
  const light = pick([lights.day, lights.autumn, lights.winter], v)
  const snowy = v === 2
  const coat = pick(
    [
      [p.wood, p.bark],
      [p.ink, p.ink],
      [p.cream, p.marigold],
    ] as const,
    v,
  )
  const who = pick(
    [
      { skin: skins[1], hair: p.cocoa, top: p.honey, legs: p.deep, cut: 'pony' as const },
      { skin: skins[4], hair: p.ink, top: p.terracotta, legs: p.steel, cut: 'short' as const },
      { skin: skins[0], hair: p.brick, top: p.forest, legs: p.ink, cut: 'cap' as const },
    ],
    v,
  )
  return sheet(
    800,
    500,
    rect(0, 0, 800, 500, light.sky),
    circle(pick([660, 130, 600], v), 100, 44, light.sun),
    snowy ? '' : cloud(pick([250, 480, 0], v), 110, 0.9),
    path('M0 270C160 220 300 250 460 226S700 230 800 250V500H0Z', light.meadow),
    each([80, 230, 700], (x, i) =>
      snowy
        ? bareTree(x, 320, 1.2 - i * 0.1)
        : tree(
            x,
            310 + i * 6,
            1.05 - i * 0.1,
            i === 1 ? (p.terracotta === light.crown ? p.leaf : light.crown) : v === 1 ? p.terracotta : p.forest,
            light.crownLight,
          ),
    ),
    snowy ? lampPost(620, 400, 1, p.honey) : bench(620, 352, 1),
    path('M0 340C220 300 520 340 800 316V500H0Z', light.lawn),
    path('M0 430C240 384 520 416 800 392V500H0Z', light.ground),
    path('M0 430C240 384 520 416 800 392V402C520 426 240 396 0 442Z', light.groundLine),
    ellipse(300, 470, 70, 9, light.groundLine),
    ellipse(500, 474, 90, 9, light.groundLine),
    line('M350 350Q420 410 512 392', p.brick, 4),
    figure(300, 468, 1.12, who, {
      walking: true,
      right: 'M28-146 40-112',
      left: 'M-28-146-50-104',
      hands: [
        [-52, -100],
        [42, -106],
      ],
    }),
    dog(460, 472, pick([1.05, 1.2, 0.95], v), coat[0], coat[1], pick([p.terracotta, p.marigold, p.deep], v)),
    v === 1
      ? each(
          [
            [120, 460],
            [180, 482],
            [640, 450],
            [700, 476],
            [600, 486],
            [60, 488],
          ] as const,
          ([x, y], i) => ellipse(x, y, 12, 6, i % 2 ? p.marigold : p.terracotta),
        )
      : v === 0
        ? each(
            [
              [60, 372],
              [130, 360],
              [690, 356],
              [750, 366],
            ] as const,
            ([x, y], i) => flower(x, y, 0.7, i % 2 ? p.paper : p.honey, p.marigold),
          )
        : '',
  )
}
